import { TableClient } from "@azure/data-tables";

const client = TableClient.fromConnectionString("UseDevelopmentStorage=true", "Employees");

// CODE

for await (const page of addresses.byPage()) console.log(page.length, page[0]);
