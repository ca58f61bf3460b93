// What a class has solved: the progress of each learner beside the lessons of the course. Pure.
import type { ListedLesson } from "./course-list.ts";
import { type Progress, stateOf } from "./progress.ts";

export interface Learner {
  name: string; // of the file
  solved: number; // steps
  par: number;
  seen: number; // solutions that were opened before the step was solved
  day: string; // of the last change, "" if there was none
  lessons: number[]; // solved steps of each lesson
}

export function learnerOf(file: string, p: Progress, lessons: readonly ListedLesson[]): Learner {
  const states = lessons.map((l) => l.steps.map((_, i) => stateOf(p, `${l.slug}/${i + 1}`)));
  const steps = Object.values(p.lessons);
  return {
    name: nameOf(file),
    solved: states.flat().filter((s) => s !== "todo").length,
    par: states.flat().filter((s) => s === "par").length,
    seen: steps.filter((s) => s.seen).length,
    day: steps.reduce((last, { d }) => (d > last ? d : last), ""),
    lessons: states.map((list) => list.filter((s) => s !== "todo").length),
  };
}

/** "rowkey-progress-lea.json" is of lea; any other name is kept. */
export function nameOf(file: string): string {
  const base = file.replace(/\.json$/i, "");
  return base.replace(/^rowkey-progress[-_ ]*/i, "") || base;
}

/** The table as a file: a line for each learner. A spreadsheet takes nothing in it for a formula. */
export function csvOf(head: readonly string[], learners: readonly Learner[]): string {
  const cell = (x: string | number) => {
    const text = typeof x === "string" && /^[=+\-@\t\r]/.test(x) ? `'${x}` : String(x);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = learners.map((l) => [l.name, l.solved, l.par, l.seen, l.day, ...l.lessons]);
  return [head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}
