// For edge-runtime, whose scripts are those of service workers.
import { outcomeOf } from "./program.mjs";

addEventListener("fetch", (event) => event.respondWith(answer(event.request)));

async function answer(request) {
  if (request.method === "GET") return new Response("ready");
  const { name, settings } = await request.json();
  return new Response(await outcomeOf(name, settings));
}
