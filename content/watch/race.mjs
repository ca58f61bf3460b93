import { odata, TableClient } from "@azure/data-tables";

const table = (name, options) => TableClient.fromConnectionString("UseDevelopmentStorage=true", name, options);
const pause = (time) => new Promise((done) => setTimeout(done, time));

// A worker takes the first job that is open, does it, and counts it in the job's row.
async function worker(name) {
  const jobs = table("Jobs", { userAgentOptions: { userAgentPrefix: name } });
  const filter = odata`PartitionKey eq ${"mail"} and State eq ${"open"}`;
  for (;;) {
    const pages = jobs.listEntities({ queryOptions: { filter, select: ["RowKey"] } }).byPage({ maxPageSize: 1 });
    const { value } = await pages.next();
    if (!value?.length) return;
    const job = await jobs.getEntity("mail", value[0].rowKey);
    await pause(20); // the work
    await jobs.updateEntity({ partitionKey: "mail", rowKey: job.rowKey, State: "done", Done: job.Done + 1 }, "Merge");
    console.log(`${name} did ${job.rowKey}`);
    await pause(80);
  }
}

await Promise.all([worker("worker-1"), worker("worker-2")]);
