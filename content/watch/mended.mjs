import { odata, TableClient } from "@azure/data-tables";

const table = (name) => TableClient.fromConnectionString("UseDevelopmentStorage=true", name);
const byEmail = table("CustomersByEmail"); // a copy of each customer, with the e-mail address as its PartitionKey
const orders = table("Orders");
const carts = table("Carts");

// One read: both keys are known.
async function signIn(email) {
  return byEmail.getEntity(email, "customer");
}

// Each order has the name of its customer, so one query returns all that is shown.
async function ordersOf(day) {
  const lines = [];
  const filter = odata`PartitionKey eq ${day}`;
  for await (const order of orders.listEntities({ queryOptions: { filter } }))
    lines.push(`${order.rowKey} ${order.Name}: ${order.Total}`);
  return lines;
}

// The lines of a cart have one PartitionKey, so one transaction stores them.
async function store(customer, items) {
  const rowKey = (i) => String(i + 1).padStart(2, "0");
  await carts.submitTransaction(
    items.map((item, i) => ["create", { partitionKey: customer.Id, rowKey: rowKey(i), Item: item }]),
  );
}

const ITEMS = ["lamp", "desk", "chair", "shelf", "rug", "clock"];
const pause = () => new Promise((done) => setTimeout(done, 80));

await carts.createTable();
for (let visit = 0; visit < 24; visit++) {
  const customer = await signIn(`user${String(4 * visit + 3).padStart(4, "0")}@example.com`);
  if (visit % 3 === 0) {
    const day = `2026-11-${String(1 + visit / 3).padStart(2, "0")}`;
    const lines = await ordersOf(day);
    console.log(`${day}: ${lines.length} orders, the first is ${lines[0]}`);
  }
  await store(customer, ITEMS);
  await pause(); // until the next visitor comes
}
