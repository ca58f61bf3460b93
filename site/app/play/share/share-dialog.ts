// Share: what a link carries and how large that makes it, what is masked, and the same as code for other places.
import { html, nothing, type TemplateResult } from "lit";
import { codeOf, LANGUAGES, type Language } from "../../share/copy/copy-as.ts";
import { type Step, stepsOf } from "../../share/copy/requests.ts";
import { type Embedding, embeddingOf } from "../../share/embed-code.ts";
import { COMFORTABLE, fileOf, pack, type Shared, type View } from "../../share/link.ts";
import { masked, type Secret, secretsOf } from "../../share/secrets.ts";
import { createdTwice } from "../../share/summary.ts";
import { button } from "../../ui/buttons.ts";
import { type Dialog, type DialogView, openDialog } from "../../ui/dialog.ts";
import { bytes, num, t, tn } from "../../ui/i18n.ts";
import { saveFile } from "../../ui/save-file.ts";
import { keepText, readText } from "../../ui/storage.ts";
import { needSheet } from "../../ui/style-sheets.ts";
import { settingText } from "../open/opened.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { baseOf, othersOf, rowsPart, sharedOf } from "./share-parts.ts";
import type { RowsPart } from "./share-rows.ts";

type Form = Embedding | Language;

const FORMS: readonly Form[] = [
  "link",
  "markdown",
  "http",
  "iframe",
  "element",
  "curl",
  "js",
  "go",
  "csharp",
  "python",
];
const VIEWS: readonly View[] = ["script", "results", "explain", "data"];
const CHOSEN = "rowkey/copy-as"; // the form that was copied last

/** Opens the dialog; with a number, the code of that request. */
export async function showShare(workspace: Workspace): Promise<void> {
  await needSheet("share");
  await new ShareDialog(workspace).open();
}

/** The rows, and of how many they are a part. */
const dataOf = ({ text, rows, whole }: RowsPart): Pick<Shared, "data" | "of"> => ({
  data: text,
  ...(whole > rows ? { of: whole } : {}),
});

class ShareDialog {
  private readonly text: string;
  private readonly secrets: Secret[];
  private readonly program: boolean; // it has no requests that could be written as code
  private readonly others: Shared["scripts"];
  private readonly steps: Step[];
  private readonly settings: Record<string, unknown>;
  private rows: RowsPart | null = null;
  private twice: string[] = []; // tables that the script creates and the rows bring
  private carry = { others: false, settings: true, rows: true };
  private opens: View = "script";
  private form: Form = "link";
  private of = -1; // index of a step, -1: the whole script
  private hash = "";
  private sizes = { script: 0, others: 0, settings: 0, rows: 0 };
  private copied: string | null = null;
  private dialog: Dialog | null = null;

  constructor(private readonly workspace: Workspace) {
    this.text = masked(workspace.pane.text);
    this.secrets = secretsOf(workspace.pane.text);
    this.others = othersOf(workspace).map((s) => ({ ...s, text: masked(s.text) }));
    this.steps = stepsOf(this.text, Date.now());
    this.settings = { ...workspace.document.sample.options };
    const form = readText(CHOSEN);
    this.program = workspace.document.language === "js";
    this.form = this.offered.find((f) => f === form && f in LANGUAGES) ?? "link";
  }

  async open(): Promise<void> {
    await this.pack();
    this.dialog = openDialog(() => this.view(), "l");
    this.rows = await rowsPart(this.workspace).catch(() => null);
    const { twice, all } = createdTwice(this.program ? "" : this.text, this.rows?.text ?? "");
    this.twice = twice;
    this.carry.rows = !!this.rows?.rows && !this.rows.cut && !all;
    this.sizes = await this.weigh();
    await this.change(() => undefined);
  }

  private shared(carry = this.carry): Shared {
    const base = baseOf(this.workspace);
    return {
      scripts: [sharedOf(this.workspace.document, this.text), ...(carry.others ? this.others : [])],
      ...(carry.settings && Object.keys(this.settings).length ? { settings: this.settings } : {}),
      ...(carry.rows && this.rows?.text ? dataOf(this.rows) : {}),
      ...(this.opens === "script" ? {} : { opens: this.opens }),
      ...(base ? { from: base } : {}),
    };
  }

  /** What each part adds to the link. */
  private async weigh(): Promise<ShareDialog["sizes"]> {
    const none = { others: false, settings: false, rows: false };
    const length = async (carry: ShareDialog["carry"]) => (await pack(this.shared(carry))).length;
    const script = await length(none);
    const more = async (part: keyof typeof none) => (await length({ ...none, [part]: true })) - script;
    return { script, others: await more("others"), settings: await more("settings"), rows: await more("rows") };
  }

  private async pack(): Promise<void> {
    this.hash = await pack(this.shared());
  }

  private async change(how: () => void): Promise<void> {
    how();
    this.copied = null;
    await this.pack();
    this.dialog?.draw();
  }

  private get url(): string {
    return new URL(location.pathname, location.href).href + this.hash;
  }

  private get long(): boolean {
    return this.hash.length > COMFORTABLE;
  }

  private view(): DialogView {
    return {
      title: t("share.title"),
      lead: t("share.lead"),
      body: html`<div class="share"><div>${[this.parts(), this.meter(), this.masks()]}</div><div>${[
        this.forms(),
        this.output(),
        this.more(),
      ]}</div></div>`,
    };
  }

  private parts(): TemplateResult {
    const { rows } = this;
    const settings = Object.entries(this.settings).map(([name, value]) => settingText(name, String(value)));
    return html`<h3 id="share-carry">${t("share.carry")}</h3><fieldset class="carry" aria-labelledby="share-carry">
      ${this.part(
        null,
        t("share.script"),
        this.program
          ? this.workspace.document.title
          : `${this.workspace.document.title}, ${tn("opened.requests", this.steps.length)}`,
        this.sizes.script,
      )}
      ${
        this.others.length
          ? this.part("others", t("share.others"), tn("share.documents", this.others.length), this.sizes.others)
          : nothing
      }
      ${
        settings.length ? this.part("settings", t("share.settings"), settings.join(", "), this.sizes.settings) : nothing
      }
      ${
        rows?.rows || rows?.text
          ? this.part("rows", t("share.rows"), this.rowsSentence(rows), this.sizes.rows)
          : nothing
      }</fieldset>${this.twiceNote()}${rows?.cut ? this.wayOut(t("share.rows.out")) : nothing}`;
  }

  /** A request that creates a table is refused where the table is there. */
  private twiceNote(): TemplateResult | typeof nothing {
    const { twice } = this;
    if (!twice.length) return nothing;
    const key = this.carry.rows ? "share.rows.twice" : "share.rows.once";
    return html`<p class="muted">${t(key, { tables: twice.join(", ") })}</p>`;
  }

  /** What no link carries, or too much for one, goes as a file of its own. */
  private wayOut(why: string): TemplateResult {
    const go = () => {
      this.dialog?.close();
      void import("../transfer/export-dialog.ts").then((m) => m.showExport(this.workspace));
    };
    return html`<p class="muted">${why} ${button(t("export.tool"), go, { kind: "small" })}</p>`;
  }

  private rowsSentence(rows: RowsPart): string {
    const n = { n: num(rows.rows), of: num(rows.of) };
    const what = rows.changed ? t("share.rows.changed", n) : tn("opened.rows", rows.rows);
    return rows.cut ? `${what}. ${t("share.rows.cut")}` : what;
  }

  private part(name: keyof ShareDialog["carry"] | null, title: string, more: string, size: number): TemplateResult {
    const toggle = (e: Event) =>
      void this.change(() => {
        if (name) this.carry[name] = (e.target as HTMLInputElement).checked;
      });
    return html`<label><input type="checkbox" ?disabled=${!name} .checked=${name ? this.carry[name] : true}
      @change=${toggle}><span><b>${title}</b><span
      class="muted">${more}</span></span><span class="num">${bytes(size)}</span></label>`;
  }

  private meter(): TemplateResult {
    const size = { size: bytes(this.hash.length), of: bytes(COMFORTABLE) };
    return html`<div class="size"><p role="status"><b>${t("share.of", size)}</b> <span class="muted">${t(
      this.long ? "share.long" : "share.whole",
    )}</span></p><meter min="0" max=${COMFORTABLE} high=${COMFORTABLE - 1}
    value=${Math.min(this.hash.length, COMFORTABLE)} aria-label=${t("share.meter")}>${size.size}</meter></div>`;
  }

  private masks(): TemplateResult | typeof nothing {
    if (!this.secrets.length) return nothing;
    const go = (line: number) => {
      this.dialog?.close();
      this.workspace.pane.goTo(line);
    };
    return html`<h3>${t("share.masked")}</h3><ul class="masked">${this.secrets.map(
      (s) =>
        html`<li><span><code>${s.text.slice(0, 6)}…</code> ${t("share.becomes", {
          line: s.line,
        })} <code>{{${s.variable}}}</code></span>${button(t("share.line"), () => go(s.line), { kind: "small" })}</li>`,
    )}</ul><p class="muted">${t("share.never")}</p>`;
  }

  private forms(): TemplateResult {
    const name = (f: Form) => (f in LANGUAGES ? LANGUAGES[f as Language].title : t(`share.form.${f as Embedding}`));
    return html`<h3 id="share-forms">${t("share.copyas")}</h3><fieldset class="copyas"
      aria-labelledby="share-forms">${this.offered.map(
        (f) =>
          html`<label><input type="radio" name="copyas" value=${f} .checked=${f === this.form} @change=${() =>
            void this.change(() => (this.form = f))}><span>${name(f)}</span></label>`,
      )}</fieldset>`;
  }

  private get offered(): readonly Form[] {
    return this.program ? FORMS.filter((f) => f !== "http" && !(f in LANGUAGES)) : FORMS;
  }

  private get language(): Language | null {
    return this.form in LANGUAGES ? (this.form as Language) : null;
  }

  private get code(): string {
    const { language, steps, of } = this;
    if (language) return codeOf(language, of < 0 ? steps : steps.slice(of, of + 1));
    return embeddingOf(this.form as Embedding, {
      url: this.url,
      title: this.workspace.document.title,
      text: this.text,
    });
  }

  private output(): TemplateResult {
    const { language } = this;
    const file = this.long && !language && this.form !== "http";
    const copy = button(t(this.form === "link" ? "share.copy" : "share.copy.code"), () => void this.copy(), {
      icon: "copy",
      ...(file ? {} : { kind: "primary" as const }),
    });
    const save = button(t("share.save"), () => this.save(), {
      icon: "take",
      ...(file ? { kind: "primary" as const } : { kind: "small" as const }),
    });
    return html`${language ? this.choice(language) : nothing}<pre class="sample link-out" data-form=${this.form}
      translate="no" tabindex="0" role="group" aria-label=${t("share.output")}><code>${this.code}</code></pre><p
        class="actions">${file ? html`${save}${copy}` : copy}${
          language
            ? nothing
            : html`<a class="button" href=${this.url} target="_blank" rel="noopener">${t("share.see")}</a>`
        }<span class="share-said" role="status">${this.copied ?? nothing}</span></p>`;
  }

  private choice(language: Language): TemplateResult {
    const set = (e: Event) => void this.change(() => (this.of = Number((e.target as HTMLSelectElement).value)));
    return html`<p class="code-of"><label class="select"><span class="vh">${t("share.code.of")}</span><select
      @change=${set}><option value="-1">${t("share.code.all")}</option>${this.steps.map(
        (s, i) => html`<option value=${i} ?selected=${i === this.of}>${i + 1}${s.title ? `: ${s.title}` : ""}</option>`,
      )}</select></label><span class="muted">${LANGUAGES[language].library}</span><a href="../help/local-endpoint/"
      target="_blank" rel="noopener">${t("share.endpoint")}</a></p>${this.wayOut(t("share.endpoint.rows"))}`;
  }

  private more(): TemplateResult {
    const set = (e: Event) => void this.change(() => (this.opens = (e.target as HTMLSelectElement).value as View));
    return html`<dl class="share-more"><div><dt><label for="share-opens">${t("share.opens")}</label></dt><dd><span
      class="select"><select id="share-opens" @change=${set}>${VIEWS.map(
        (v) => html`<option value=${v} ?selected=${v === this.opens}>${t(`share.opens.${v}`)}</option>`,
      )}</select></span></dd></div>
      ${
        this.long && !this.language
          ? nothing
          : html`<div><dt>${t("share.toolong")}</dt><dd>${button(t("share.save"), () => this.save(), {
              kind: "small",
              icon: "take",
            })} <span class="muted">${t("share.drops")}</span></dd></div>`
      }</dl>`;
  }

  private async copy(): Promise<void> {
    keepText(CHOSEN, this.form);
    const done = await navigator.clipboard.writeText(this.code).then(
      () => true,
      () => false,
    );
    this.copied = t(done ? "share.copied" : "share.notcopied");
    this.dialog?.draw();
  }

  private save(): void {
    const name = this.workspace.document.title.replaceAll(/[^\p{L}\p{N}-]+/gu, "-") || "script";
    saveFile(`${name}.rowkey.json`, [fileOf(this.shared())], "application/json");
    this.copied = t("share.saved");
    this.dialog?.draw();
  }
}
