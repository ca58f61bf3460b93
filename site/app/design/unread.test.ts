// Lines of the text form that nothing reads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf } from "./sheet/draft.ts";
import { sentenceOf } from "./sheet/messages.ts";
import { unreadLines } from "./unread.ts";

const SHEET = `# @sheet visits
# @entity doctor, 40
# @entity appointment, 50000 of doctor
# @attribute appointment.starts_at, time
# @attribute appointment.status, text 8`;

/** What is said of lines below the sheet, each with its number among them. */
function said(...lines: string[]): [line: number, sentence: string][] {
  const text = `${SHEET}\n${lines.join("\n")}`;
  return unreadLines(text, draftOf(text)).map((p) => [p.line - SHEET.split("\n").length, sentenceOf(p)]);
}

const near = (word: string, right: string) => `There is no line ${word}. Did you mean ${right}?`;

test("a line that nothing reads is marked, with the line that was probably meant", () => {
  assert.deepEqual(
    said("entitty appointment, 3000", "", "table appointment, 3000", "question day, 20/s, doctor by id"),
    [
      [1, near("entitty", "entity")],
      [3, near("table", "entity")],
      [4, near("question", "ask")],
    ],
  );
  assert.deepEqual(said("@attribut doctor.name, text 9"), [[1, near("attribut", "attribute")]]);
  assert.match(
    said("please note")[0]?.[1] ?? "",
    /^There is no line please\. A sheet has .* # @attribute order\.total, double\.$/,
  );
  assert.deepEqual(said("} end"), [[1, said("please")[0]?.[1].replace("please", "} end") ?? ""]]);
});

test("lines of the sheet, comments, variables and requests are left alone", () => {
  const script = [
    "// note",
    "@host = http://127.0.0.1:10002",
    "ask all, 1/s, doctor",
    "@do add, 1/s, insert doctor",
    "### Read",
    "# @name one",
    "GET {{host}}/doctor",
    "Accept: application/json",
    "",
    "entitty in a body",
    "### Write",
    "DELETE {{host}}/doctor(PartitionKey='a',RowKey='b')",
    "If-Match: *",
  ];
  assert.deepEqual(said(...script), []);
  assert.deepEqual(said(...script, "### Design A", "entitty x, 1"), [[15, near("entitty", "entity")]]);
  assert.deepEqual(unreadLines("table x\nselect 1", draftOf("table x\nselect 1")), [], "which is no sheet");
});

test("a statement of SQL is one of them, with the lines of the sheet that mean it", () => {
  const means = (...lines: string[]) => said(...lines).map(([line, s]) => [line, s.split(" Write ")[1]]);
  assert.deepEqual(
    means("CREATE TABLE patient (", "  id uuid PRIMARY KEY,", "  name varchar(40),", "  born date", ");", "tabel x, 1"),
    [
      [
        1,
        "# @entity patient, 1000; # @attribute patient.id, guid, identity; # @attribute patient.name, text 40; # @attribute patient.born, time",
      ],
      [6, undefined],
    ],
  );
  assert.deepEqual(
    means("SELECT * FROM appointments WHERE doctor_id = ? AND status = 'open' ORDER BY starts_at DESC LIMIT 5"),
    [[1, "# @ask list, appointment by doctor and status=open, newest starts_at, top 5"]],
  );
  assert.deepEqual(means("INSERT INTO doctor VALUES (1)", "", "delete from doctor where id = 4;"), [
    [1, "# @do change, insert doctor"],
    [3, "lines of the sheet, or press “Form” and enter there what you store, ask and write."],
  ]);
  assert.deepEqual(means("UPDATE appointment SET status = 'done' WHERE doctor = 1 AND starts_at = 5"), [
    [1, "# @do change, update appointment by doctor=1 and starts_at=5, sets status"],
  ]);
});
