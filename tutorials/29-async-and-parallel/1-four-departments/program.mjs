import { TableClient, odata } from "@azure/data-tables";

const client = TableClient.fromConnectionString("UseDevelopmentStorage=true", "Employees");

const departments = ["Engineering", "Marketing", "Sales", "Nowhere"];
const printAll = async (department) => {
  const filter = odata`PartitionKey eq ${department}`;
  let count = 0;
  for await (const _ of client.listEntities({ queryOptions: { filter } })) count++;
  if (count === 0) throw new Error(`there is no department ${department}`);
  console.log(department, count);
};

// CODE
