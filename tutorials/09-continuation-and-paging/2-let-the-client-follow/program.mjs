import { TableClient } from "@azure/data-tables";

const client = TableClient.fromConnectionString("UseDevelopmentStorage=true", "Big");

const filter = "PartitionKey eq 'Sales' and RowKey lt '000121'";
const show = (page) => console.log(page.length);

// CODE
