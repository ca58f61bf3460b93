import {
  AzureNamedKeyCredential,
  AzureSASCredential,
  TableClient as Client,
  generateTableSas,
} from "@azure/data-tables";

const url = "http://127.0.0.1:10002/devstoreaccount1";
const credential = new AzureNamedKeyCredential(
  "devstoreaccount1",
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
);

// The sandbox speaks HTTP, which a client has to be told.
class TableClient extends Client {
  constructor(address, name, key) {
    super(address, name, key, { allowInsecureConnection: true });
  }
}

// CODE

console.log(await device.getEntity("Sales", "Department"));
const refused = await device.deleteEntity("Sales", "Department").catch((error) => error);
console.log(refused.statusCode, refused.details.odataError.code);
