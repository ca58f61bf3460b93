import { TableClient } from "@azure/data-tables";

const table = TableClient.fromConnectionString("UseDevelopmentStorage=true", "EmployeesIntra");

const changed = async (rowKey) => {
  const { etag } = await table.getEntity("Sales", rowKey);
  return { partitionKey: "Sales", rowKey, LeaveDays: 9, etag };
};
const byNumber = await changed("empid_000123");
const byAddress = await changed("email_jonesa@contoso.com");

// CODE
