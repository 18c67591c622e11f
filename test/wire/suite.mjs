// Runs a contender through all cases. A contender is a function that makes one call; README.md says what it is given.
import { readCases, withServer } from "./cases.mjs";
import { differences } from "./compare.mjs";
import { startRecordingServer } from "./recording-server.mjs";

/** The result of each case, in order: `faults` is empty where the request was right. */
export async function runSuite(contender, { only = "" } = {}) {
  const server = await startRecordingServer();
  const results = [];
  try {
    for (const each of readCases().filter(({ name }) => name.includes(only))) results.push(await runCase(each, contender, server));
  } finally {
    await server.close();
  }
  return results;
}

/** All requests have this before the path of their operation: an address of a service may have a path too. */
const base = "/base";

async function runCase({ name, source, document, method, path, operationId, arguments: given, expected }, contender, server) {
  server.requests.length = 0;
  const baseUrl = server.address + base;
  let failure;
  try {
    await contender({ document: withServer(document, baseUrl), method, path, operationId, arguments: given, baseUrl });
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  const [request, ...more] = server.requests;
  if (request === undefined) return { name, source, faults: [`no request arrived${failure === undefined ? "" : `: ${failure}`}`] };
  const faults = differences(withBase(expected), request);
  if (more.length > 0) faults.push(`${more.length} more requests arrived`);
  return { name, source, faults };
}

function withBase(expected) {
  return expected.target === undefined ? expected : { ...expected, target: [expected.target].flat().map((target) => base + target) };
}
