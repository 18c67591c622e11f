// A contender as a program of its own. It does what a first attempt at a generator does: values become text, and that is all.
// `node test/wire/run.mjs -- node test/wire/contenders/plain.mjs` shows how far that goes.
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await answer(JSON.parse(line))));

async function answer(call) {
  try {
    await send(call);
    return {};
  } catch (error) {
    return { error: String(error) };
  }
}

async function send({ method, path, arguments: given, baseUrl }) {
  const { path: inPath = {}, query = {}, header = {}, body } = given;
  const filled = path.replace(/\{(\w+)\}/g, (_place, name) => String(inPath[name]));
  const address = new URL(baseUrl + filled);
  for (const [name, value] of Object.entries(query)) address.searchParams.append(name, String(value));
  const headers = Object.fromEntries(Object.entries(header).map(([name, value]) => [name, String(value)]));
  if (body !== undefined) headers["content-type"] = "application/json";
  await fetch(address, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
}
