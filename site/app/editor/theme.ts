// The look of the editor: the page's tokens through custom properties, which reach into the shadow root.

import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

const bracket = "linear-gradient(var(--control) 0 0)";

/** Depths of indented lines below which what does not fit hangs. The CSP forbids a style for each line. */
export const INDENTS = [2, 4, 6, 8];

const hanging = Object.fromEntries(
  INDENTS.map((n) => [
    `.cm-line[data-in="${n}"]`,
    { paddingInlineStart: `calc(var(--gutter) + ${n + 2}ch)`, textIndent: `-${n + 2}ch` },
  ]),
);

/** CodeMirror adopts these rules as a style sheet of the shadow root; the CSP forbids style elements. */
export const theme: Extension = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--bg)" },
  "&.cm-focused": { outline: "none" },
  "&.cm-focused::after": {
    content: '""',
    position: "absolute",
    inset: "0",
    zIndex: "1", // results have a ground of their own
    outline: "2px solid var(--key)",
    outlineOffset: "-2px",
    pointerEvents: "none",
  },
  ".cm-scroller": {
    font: "var(--text-2)/var(--lh-code) var(--mono)",
    fontVariantLigatures: "none",
    letterSpacing: "0",
    overflowX: "clip",
    overflowY: "visible", // CodeMirror measures with a very wide line, at which phones would zoom out
  },
  ".cm-content": {
    padding: "var(--s3) 0",
    minBlockSize: "var(--least-script, auto)",
    caretColor: "var(--ink)",
    tabSize: "2",
  },
  ".cm-line": { position: "relative", padding: "0 var(--s4) 0 var(--gutter)" },
  // an address that does not fit breaks before a key, not behind its verb, and hangs below it
  ".cm-line:has(> .t-verb)": { paddingInlineStart: "calc(var(--gutter) + 2ch)", textIndent: "-2ch" },
  ...hanging,
  ".t-verb ~ .t-key::before, .t-prop ~ .t-prop::before": { content: '"\u200b"' },
  ".cm-line::before, .cm-line::after": { textIndent: "0" },
  ".cm-line::before": {
    content: "var(--line-number, attr(data-n))",
    position: "absolute",
    insetInlineStart: "0",
    inlineSize: "var(--numbers, calc(var(--gutter) - var(--s4)))",
    color: "var(--ink-3)",
    fontSize: "var(--text-1)",
    fontWeight: "400",
    textAlign: "end",
    whiteSpace: "nowrap", // five digits are wider than their place
  },
  ".cm-line[data-mark]::after": {
    content: "attr(data-word)",
    position: "absolute",
    insetBlockStart: "0",
    insetInlineEnd: "var(--s4)",
    paddingInlineStart: "var(--s2)",
    background: "var(--bg)",
    color: "var(--ok)",
    fontSize: "var(--text-1)",
    fontWeight: "600",
  },
  ".cm-line[data-mark=fail]::after": { color: "var(--bad)" },
  ".cm-line[data-note]": { paddingInlineEnd: "7rem" },
  ".cm-line[data-note]::after": {
    content: "attr(data-word)",
    position: "absolute",
    insetBlockStart: "0",
    insetInlineEnd: "var(--s4)",
    color: "var(--ink-3)",
    fontSize: "var(--text-1)",
  },
  ".cm-line[data-note=bad]": { background: "var(--bad-tint)" },
  ".cm-line[data-note=bad]::after": { color: "var(--bad)", fontWeight: "600" },
  ".cm-line[data-group]": { background: `${bracket} var(--s1) 0 / 1.5px 100% no-repeat` },
  ".cm-line[data-group=first]": {
    background: `${bracket} var(--s1) 50% / 0.375rem 1.5px no-repeat, ${bracket} var(--s1) 100% / 1.5px 50% no-repeat`,
  },
  ".cm-line[data-group=last]": {
    background: `${bracket} var(--s1) 50% / 0.375rem 1.5px no-repeat, ${bracket} var(--s1) 0 / 1.5px 50% no-repeat`,
  },
  ".cm-selectionBackground, ::selection": { background: "light-dark(#cdd8fa, #2d4180)" },
  ".t-title, .t-verb": { fontWeight: "700" },
  ".t-key": { color: "var(--key)" },
  ".t-lit": { color: "var(--lit)" },
  ".t-var": { color: "var(--ink)", background: "var(--hover)", borderRadius: "var(--r1)" },
  ".t-op, .t-url, .t-head": { color: "var(--ink-2)" },
  ".t-opt": { color: "var(--ink-2)", fontWeight: "600" },
  ".t-com, .t-metab, .t-askb": { color: "var(--ink-3)" },
  ".t-meta, .t-ask": { color: "var(--ink-2)", fontWeight: "600" },
  // what is slotted is prose again
  ".rk-below": {
    padding: "var(--s3) 0 var(--s1)",
    font: "400 var(--text-3)/var(--lh-ui) var(--sans)",
    whiteSpace: "normal",
    textIndent: "0",
    overflowWrap: "normal",
    wordBreak: "normal",
    cursor: "auto",
    userSelect: "text",
  },
  ".rk-below ::slotted(run-output)": { borderBlockEnd: "1px solid var(--line)" },
  ".rk-beside": {
    position: "absolute",
    insetInline: "0",
    insetBlockStart: "calc(var(--s3) * -1)",
    blockSize: "0",
    zIndex: "1",
    font: "400 var(--text-3)/var(--lh-ui) var(--sans)",
    whiteSpace: "normal",
    cursor: "auto",
  },
  ".cm-tooltip": {
    background: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--control)",
    borderRadius: "var(--r3)",
    boxShadow: "var(--shadow-pop)",
    font: "var(--text-2)/var(--lh-ui) var(--sans)",
    overflow: "clip",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--mono)",
    fontSize: "var(--text-2)",
    maxHeight: "14rem",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.125rem var(--s3)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--key-tint)", color: "var(--ink)" },
  ".cm-completionMatchedText": { textDecoration: "none", color: "var(--key)", fontWeight: "600" },
  ".cm-diagnostic": { padding: "var(--s2) var(--s3)", borderInlineStart: "0", whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction, .cm-button": {
    marginInlineStart: "var(--s2)",
    padding: "0.125rem var(--s2)",
    background: "var(--bg)",
    backgroundImage: "none",
    color: "var(--ink)",
    border: "1px solid var(--control)",
    borderRadius: "var(--r2)",
    font: "500 var(--text-1)/var(--lh-ui) var(--sans)",
  },
  ".cm-lintRange-error, .cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad) 1px",
    textUnderlineOffset: "0.2em",
  },
  ".cm-lintRange-warning": { textDecorationColor: "var(--pscan)" },
  ".cm-lintPoint::after": { borderBottomColor: "var(--bad)" },
  ".cm-panels": {
    background: "var(--sunken)",
    color: "var(--ink)",
    borderColor: "var(--line)",
    font: "var(--text-2)/var(--lh-ui) var(--sans)",
    zIndex: "5",
  },
  ".cm-panel.cm-panel-lint ul [aria-selected]": { background: "var(--key-tint)", color: "var(--ink)" },
  ".cm-textfield": {
    background: "var(--bg)",
    color: "var(--ink)",
    border: "1px solid var(--control)",
    borderRadius: "var(--r2)",
    fontSize: "var(--text-2)",
  },
  ".cm-searchMatch": { background: "var(--key-tint)", outline: "1px solid var(--key)" },
  ".cm-placeholder": { color: "var(--ink-3)" },
  "@media (pointer: coarse) and (width < 50rem)": {
    // below 16 px a phone zooms in on focus
    ".cm-scroller": { fontSize: "1rem", lineHeight: "1.5rem" },
    ".cm-line": { paddingInlineEnd: "var(--s3)", letterSpacing: "-0.03em" },
  },
});

/** Rules for the host, which no theme of CodeMirror can reach. */
export const hostRules = `
:host { display: block; min-inline-size: 0; }
:host([hidden]) { display: none; }
@media (width < 50rem) { :host { --gutter: var(--narrow-gutter, 2.25rem); } }
@media print { .cm-panels { display: none; } }
`;
