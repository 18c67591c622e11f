// Calls a service 20 times at once, with the tokens in a folder that other processes use too. It waits for a line on the standard input, so
// that the processes of a test begin together.
import { oauth } from "@toolsetc/runtime/oauth";
import { fileTokens } from "@toolsetc/runtime/oauth-files";

const [folder, service, authorizationServer] = process.argv.slice(2);
const token = oauth({ clientId: "app", server: authorizationServer, tokenStore: fileTokens(folder) });
const endpoint = { kind: "openapi", securitySchemes: {}, timeout: 30_000 };
const request = { tool: "call", toolset: "shop", scheme: "shop", scopes: [], audience: service, address: `${service}/api`, endpoint };
process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
const texts = await Promise.all(Array.from({ length: 20 }, async () => (await token({}, request)).text));
process.stdout.write(`${JSON.stringify([...new Set(texts)])}\n`);
process.exit(0);
