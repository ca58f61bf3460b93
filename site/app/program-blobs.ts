// The worker for programs that ask for blobs as well: the client for them is larger than the one for tables.
import * as blobs from "@azure/storage-blob";
import { beginWith } from "./program/clients.ts";

beginWith([["@azure/storage-blob", blobs]]);
