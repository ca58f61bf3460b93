// Which table the panel "Data" shows, for dialogs that begin with one.

const ASK = "data:table";

interface Asked {
  table: string;
}

/** Returns the table that the reader looks at, "" if there is none. */
export function shownTable(): string {
  const detail: Asked = { table: "" };
  dispatchEvent(new CustomEvent(ASK, { detail }));
  return detail.table;
}

/** Answers that question from now on. */
export function tellTable(shown: () => string): void {
  addEventListener(ASK, (e) => {
    (e as CustomEvent<Asked>).detail.table = shown();
  });
}
