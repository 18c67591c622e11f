// A Next.js app whose one page uses the program in the browser.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { node, writeFiles } from "../packed.mjs";

export const nextPackages = [
  "next@16.4.6",
  "react@19.3.1",
  "react-dom@19.3.1",
  "typescript@5.9.3",
  "@types/node@20.19.25",
  "@types/react@19.3.0",
];

/** What browsers load of it that has a tool in it; in the app, what is rendered on the server is made of the same modules. */
export function buildNext(folder, program) {
  rmSync(join(folder, ".next"), { recursive: true, force: true });
  writeFiles(folder, {
    "next.config.mjs": "export default { turbopack: { root: import.meta.dirname }, typescript: { ignoreBuildErrors: true } };\n",
    "app/layout.jsx": 'export default function Layout({ children }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
    "app/page.jsx": `"use client";
${program.replaceAll('"./', '"../')}
function use(value) {
  globalThis.value = value;
}

export default function Page() {
  return <p>{Object.keys(globalThis.value).join()}</p>;
}
`,
  });
  node(["node_modules/next/dist/bin/next", "build"], { cwd: folder, env: { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" } });
  const chunks = join(folder, ".next/static/chunks");
  return readdirSync(chunks, { recursive: true })
    .filter((path) => path.endsWith(".js"))
    .map((path) => readFileSync(join(chunks, path), "utf8"))
    .filter((text) => text.includes("github_"))
    .join("");
}
