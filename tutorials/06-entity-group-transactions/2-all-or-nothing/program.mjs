import { TableClient } from "@azure/data-tables";

const client = TableClient.fromConnectionString("UseDevelopmentStorage=true", "Employees");

const { etag } = await client.getEntity("Sales", "Department");
const department = { partitionKey: "Sales", rowKey: "Department", EmployeeCount: 201 };
const leo = { partitionKey: "Sales", rowKey: "000223", FirstName: "Leo" };

// CODE
