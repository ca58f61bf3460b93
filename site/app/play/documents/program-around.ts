// A piece of code as a program that runs alone. Pure.

const NAMES = ["TableClient", "TableServiceClient", "TableTransaction", "odata"];
const BLOBS = "http://127.0.0.1:10000/devstoreaccount1";

/**
 * Puts the clients before a piece of code whose names it uses: "client" or "table" of its table, "service" of all, and
 * "container" of its blobs.
 */
export function programAround(code: string, table: string, container = ""): string {
  const uses = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(code);
  const lines = [
    uses("client") ? `const client = TableClient.fromConnectionString(connection, "${table}");` : "",
    uses("table") && !uses("client") ? `const table = TableClient.fromConnectionString(connection, "${table}");` : "",
    uses("service") ? "const service = TableServiceClient.fromConnectionString(connection);" : "",
    container && uses("container") ? `const container = new ContainerClient("${BLOBS}/${container}");` : "",
  ].filter(Boolean);
  const head = `const connection = "UseDevelopmentStorage=true";\n${lines.join("\n")}`;
  const names = NAMES.filter((name) => uses(name) || head.includes(`${name}.`));
  const blobs = head.includes("ContainerClient") ? 'import { ContainerClient } from "@azure/storage-blob";\n' : "";
  return `import { ${names.join(", ")} } from "@azure/data-tables";\n${blobs}\n${head}\n\n${code}`;
}
