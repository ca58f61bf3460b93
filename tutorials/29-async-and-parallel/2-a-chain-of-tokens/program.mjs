import { TableClient } from "@azure/data-tables";

const client = TableClient.fromConnectionString("UseDevelopmentStorage=true", "Big");

const filter = "PartitionKey eq 'Sales'";
const stopped = false;
const show = (page) => console.log(page.length);

// CODE
