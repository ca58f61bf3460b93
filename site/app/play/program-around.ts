// A piece of code as a program that runs alone. Pure.

const NAMES = ["TableClient", "TableServiceClient", "TableTransaction", "odata"];

/** Puts the clients before a piece of code whose names it uses: "client" or "table" of its table, "service" of all. */
export function programAround(code: string, table: string): string {
  const uses = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(code);
  const lines = [
    uses("client") ? `const client = TableClient.fromConnectionString(connection, "${table}");` : "",
    uses("table") && !uses("client") ? `const table = TableClient.fromConnectionString(connection, "${table}");` : "",
    uses("service") ? "const service = TableServiceClient.fromConnectionString(connection);" : "",
  ].filter(Boolean);
  const head = `const connection = "UseDevelopmentStorage=true";\n${lines.join("\n")}`;
  const names = NAMES.filter((name) => uses(name) || head.includes(`${name}.`));
  return `import { ${names.join(", ")} } from "@azure/data-tables";\n\n${head}\n\n${code}`;
}
