// The lessons of the course, as the build lists them for the palette.
import { home } from "../engine/page-data.ts";

export interface ListedLesson {
  slug: string;
  path: string; // relative to the home page
  title: string;
  n: number; // from 1
  steps: string[]; // titles
}

/** Rejects if the list cannot be loaded. */
export async function courseList(): Promise<ListedLesson[]> {
  const response = await fetch(new URL("go-to.json", home));
  if (!response.ok) throw new Error(String(response.status));
  const { lessons } = (await response.json()) as { lessons: Omit<ListedLesson, "slug">[] };
  return lessons.map((l) => ({ ...l, slug: l.path.replace(/^learn\/|\/$/g, "") }));
}
