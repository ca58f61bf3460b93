import assert from "node:assert/strict";
import { test } from "node:test";
import { insertNewlineAndIndent } from "@codemirror/commands";
import { EditorState, type Transaction } from "@codemirror/state";
import { indentation, numberSign } from "./indentation.ts";

/** A state whose cursor is at "|". */
function at(text: string): EditorState {
  const anchor = text.indexOf("|");
  return EditorState.create({ doc: text.replace("|", ""), selection: { anchor }, extensions: indentation });
}

const shown = (state: EditorState): string => {
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`;
};

/** Presses Enter, as often as that. */
function entered(text: string, times = 1): string {
  let state = at(text);
  const view = {
    get state() {
      return state;
    },
    dispatch: (tr: Transaction) => {
      state = tr.state;
    },
  };
  for (let n = 0; n < times; n++) insertNewlineAndIndent(view);
  return shown(state);
}

/** Types a text; null if the editor does with it what it does with any other. */
function typed(text: string, sign: string): string | null {
  const state = at(text);
  const { head } = state.selection.main;
  const spec = numberSign(state, head, head, sign);
  return spec && shown(state.update(spec).state);
}

const QUERY = "GET {{table}}/T()\n    ?$filter=Age ge 20";
const POST = "POST {{table}}/T\nContent-Type: application/json\n\n";

test("the lines of a query keep their indentation, and an empty line ends it", () => {
  assert.equal(entered(`${QUERY}|`), `${QUERY}\n    |`);
  assert.equal(entered(`${QUERY}|`, 2), `${QUERY}\n\n|`);
  assert.equal(entered(`${QUERY}|`, 3), `${QUERY}\n\n\n|`);
  assert.equal(entered(`${QUERY}\n\n    # ?? status == 200\n    |`), `${QUERY}\n\n    # ?? status == 200\n\n|`);
});

test("a body keeps its indentation until its JSON is whole", () => {
  assert.equal(entered(`${POST}{\n  "A": 1,|`, 2), `${POST}{\n  "A": 1,\n\n  |`);
  assert.equal(
    entered(`${POST}{\n  "A": {{n}}, "B": "{{b}}"\n  }|`, 2),
    `${POST}{\n  "A": {{n}}, "B": "{{b}}"\n  }\n\n|`,
  );
  assert.equal(entered("PUT {{blob}}/c/b\n\n  a text|", 2), "PUT {{blob}}/c/b\n\n  a text\n\n  |");
});

test("a number sign that is typed first begins its line, but not in a body", () => {
  for (const sign of ["#", "### "]) {
    assert.equal(typed(`${QUERY}\n\n    |`, sign), `${QUERY}\n\n${sign}|`);
    assert.equal(typed(`${QUERY}\n    |\nAccept: a`, sign), `${QUERY}\n${sign}|\nAccept: a`);
    assert.equal(typed(`@a = 1\n  |`, sign), `@a = 1\n${sign}|`);
    assert.equal(typed(`${POST}{}\n  |  `, sign), `${POST}{}\n${sign}|`);
    for (const text of [
      `${POST}{\n  |\n`,
      "PUT {{blob}}/c/b\n\ntext\n  |",
      `${QUERY}|`,
      `${QUERY}\n|`,
      `${QUERY}\n  |x`,
    ])
      assert.equal(typed(text, sign), null, text);
  }
  for (const text of ["a", "#\n#", ""]) assert.equal(typed(`${QUERY}\n    |`, text), null, text);
});
