import { TableClient } from "@azure/data-tables";

const client = TableClient.fromConnectionString("UseDevelopmentStorage=true", "Employees");
await client.createTable();

// CODE

const key = { partitionKey: "Sales", rowKey: "1" };
const tell = async (call) => console.log(await call.then(() => "done", why));
await client.upsertEntity(key);
await tell(client.getEntity("Sales", "2"));
await tell(client.createEntity(key));
await tell(client.updateEntity(key, "Merge", { etag: 'W/"old"' }));
