import { odata, TableClient } from "@azure/data-tables";

const table = (name) => TableClient.fromConnectionString("UseDevelopmentStorage=true", name);
const customers = table("Customers");
const orders = table("Orders");
const carts = table("Carts");

// A visitor signs in with an e-mail address.
async function signIn(email) {
  const filter = odata`Email eq ${email}`;
  const pages = customers.listEntities({ queryOptions: { filter } }).byPage();
  const { value } = await pages.next();
  return value[0];
}

// The list of a day shows each order with the name of its customer.
async function ordersOf(day) {
  const lines = [];
  const filter = odata`PartitionKey eq ${day}`;
  for await (const order of orders.listEntities({ queryOptions: { filter } })) {
    const customer = await customers.getEntity(order.Customer, order.Customer);
    lines.push(`${order.rowKey} ${customer.Name}: ${order.Total}`);
  }
  return lines;
}

// A cart is stored line by line.
async function store(customer, items) {
  for (const [i, item] of items.entries())
    await carts.createEntity({ partitionKey: customer.rowKey, rowKey: String(i + 1).padStart(2, "0"), Item: item });
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
