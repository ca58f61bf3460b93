// A browser that several processes use one after another: tells its parent the address, and ends with it.
import { launchServer } from "../e2e/browser.mjs";

const server = await launchServer();
process.on("disconnect", async () => {
  await server.close();
  process.exit();
});
process.send(server.wsEndpoint());
