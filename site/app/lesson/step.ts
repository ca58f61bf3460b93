// What the page of a lesson step carries as JSON.
import type { FixtureSource } from "../engine/fixture.ts";

export interface StepData extends FixtureSource {
  id: string; // "<lesson>/<n>", key of draft and progress
  lesson: string; // title of the lesson
  slug: string;
  step: number;
  steps: number;
  title: string;
  start: string;
  solution: string;
  check: string;
  score: string[]; // counters
  par: Record<string, number>;
  hash: string; // of start
  prev: string; // relative to this page, "" if there is none
  next: string;
}
