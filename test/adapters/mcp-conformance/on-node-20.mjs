// The conformance suite imports a function of Node 22 for something else than its scenarios. With this it loads on Node 20 too.
import { register } from "node:module";

const hooks = `export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.includes("/conformance/dist/index.js")) return loaded;
  return { ...loaded, source: String(loaded.source).replace(/globSync as \\w+,/, "") };
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
