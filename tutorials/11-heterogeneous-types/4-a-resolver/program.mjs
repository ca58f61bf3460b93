import { TableClient } from "@azure/data-tables";

const client = TableClient.fromConnectionString("UseDevelopmentStorage=true", "Office");

class Employee {
  constructor(bag) {
    this.text = `employee ${bag.LastName}`;
  }
}

class Department {
  constructor(bag) {
    this.text = `department ${bag.EmployeeCount}`;
  }
}

// CODE

for (const row of ["Department", "000123", "000501"]) {
  const bag = await client.getEntity("Sales", row);
  try {
    console.log(resolve(bag).text);
  } catch (error) {
    console.log(error.message);
  }
}
