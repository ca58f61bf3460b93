import { AzureNamedKeyCredential, TableServiceClient as Client } from "@azure/data-tables";

const url = "http://127.0.0.1:10002/devstoreaccount1";
const credential = new AzureNamedKeyCredential(
  "devstoreaccount1",
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
);

// The sandbox speaks HTTP, which a client has to be told.
class TableServiceClient extends Client {
  constructor(address, key, options) {
    super(address, key, { allowInsecureConnection: true, ...options });
  }
}

// CODE

for await (const table of service.listTables()) console.log(table.name);
