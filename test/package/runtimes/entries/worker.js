// For workerd: each request tries one feature.
import { outcomeOf } from "./program.mjs";

export default {
  async fetch(request) {
    if (request.method === "GET") return new Response("ready");
    const { name, settings } = await request.json();
    return new Response(await outcomeOf(name, settings));
  },
};
