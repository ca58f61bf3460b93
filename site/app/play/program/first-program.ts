// The program that a JavaScript document begins with: a table, three rows, a query. It runs again and again.

export const FIRST_PROGRAM = `import { TableClient, odata } from "@azure/data-tables";

const orders = TableClient.fromConnectionString("UseDevelopmentStorage=true", "Orders");
await orders.createTable();

for (let i = 1; i <= 3; i++) {
  await orders.upsertEntity({
    partitionKey: "ada",
    rowKey: \`2026-11-22_\${String(i).padStart(4, "0")}\`,
    Item: "lamp",
    Count: i,
  });
}

const filter = odata\`PartitionKey eq \${"ada"} and Count gt \${1}\`;
for await (const order of orders.listEntities({ queryOptions: { filter } })) {
  console.log(order.rowKey, order.Count);
}
`;
