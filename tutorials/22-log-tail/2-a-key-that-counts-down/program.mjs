import { TableClient } from "@azure/data-tables";

const client = TableClient.fromConnectionString("UseDevelopmentStorage=true", "EmployeeExpense");

// CODE

const rowKey = key(new Date("2014-07-31T18:00:00Z"));
console.log(rowKey, moment(rowKey).toISOString());
await client.upsertEntity({ partitionKey: "000223", rowKey, Amount: 12.5 });
