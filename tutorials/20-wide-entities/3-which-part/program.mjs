import { TableClient } from "@azure/data-tables";

const client = TableClient.fromConnectionString("UseDevelopmentStorage=true", "MessageYears");

// CODE

for (const day of [1, 252, 253, 366]) console.log(day, part(day));
console.log(await client.getEntity("000123", part(253)));
