import { TableClient } from "@azure/data-tables";

const client = TableClient.fromConnectionString("UseDevelopmentStorage=true", "Employees");

const entities = Array.from({ length: 40 }, (_, i) => ({
  partitionKey: "Sales",
  rowKey: `new_${String(i).padStart(3, "0")}`,
  FirstName: "New",
}));

// CODE
