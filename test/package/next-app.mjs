// A Next.js app as its own generator lays it out, with a route handler and a server component that use a tool.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expectEqual, freePort, freshFolder, install, node, run, whenReady } from "./packed.mjs";

const packages = ["next@16.4.6", "react@19.3.1", "react-dom@19.3.1", "typescript@5.9.3", "@types/node@20.19.25", "@types/react@19.3.0"];

const env = { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };

/** Builds the app, starts it, and asks its page and its route. */
export async function tryNext({ tarball, document, selectors, nameOf, issue, request, log }) {
  const folder = freshFolder("next-app", files());
  install(folder, [tarball, ...packages]);
  log(`installed ${packages.slice(0, 2).join(" and ")}`);

  // Next resolves modules as bundlers do, so the compiler leaves extensions out here.
  run("npx", ["--no-install", "toolsetc", "compile", "--openapi", document, "--out", "tools", ...selectors], { cwd: folder });
  node(["node_modules/next/dist/bin/next", "build"], { cwd: folder, env });
  log("Next.js: next build passes, with its own type check");

  const name = nameOf("issues/get");
  const text = readdirSync(join(folder, ".next/server/app"))
    .filter((file) => file.endsWith(".html"))
    .map((file) => readFileSync(join(folder, ".next/server/app", file), "utf8"))
    .join("");
  if (!text.includes(name)) throw new Error("The page was not rendered with the tool's name.");

  expectEqual(await askRoute(folder, issue), { answer: { name, title: issue.title }, arrived: [request] }, "The route");
  log("Next.js: the server component shows the tool, and the route handler calls a server with it");
  rmSync(folder, { recursive: true });
}

async function askRoute(folder, issue) {
  const arrived = [];
  const github = createServer((request, response) => {
    arrived.push(`${request.method} ${request.url}`);
    response.setHeader("content-type", "application/json").end(JSON.stringify(issue));
  });
  await once(github.listen(0, "127.0.0.1"), "listening");
  const port = await freePort();
  const app = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", String(port)], {
    cwd: folder,
    env: { ...process.env, ...env, GITHUB: `http://127.0.0.1:${github.address().port}` },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    const response = await whenReady(`http://127.0.0.1:${port}/issue`);
    return { answer: await response.json(), arrived };
  } finally {
    app.kill();
    await once(app, "close");
    github.close();
  }
}

function files() {
  const compilerOptions = {
    target: "ES2023",
    lib: ["dom", "dom.iterable", "esnext"],
    strict: true,
    noEmit: true,
    module: "esnext",
    moduleResolution: "bundler",
    resolveJsonModule: true,
    isolatedModules: true,
    esModuleInterop: true,
    allowJs: true,
    skipLibCheck: true,
    incremental: true,
    jsx: "react-jsx",
    plugins: [{ name: "next" }],
  };
  return {
    "package.json": { name: "next-app", private: true },
    "tsconfig.json": { compilerOptions, include: ["**/*.ts", "**/*.tsx", ".next/types/**/*.ts"], exclude: ["node_modules"] },
    // Without this, Next takes the project that this app lies in for its root.
    "next.config.mjs": "export default { turbopack: { root: import.meta.dirname } };\n",
    "app/layout.tsx": `import type { ReactNode } from "react";

export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
    "app/page.tsx": `import { issuesGet } from "../tools/toolsets/github";

export default function Page() {
  return <p>{issuesGet.name}: {issuesGet.title}</p>;
}
`,
    "app/issue/route.ts": `import { issuesGet } from "../../tools/toolsets/github/tools/issues";

export const dynamic = "force-dynamic";

export async function GET() {
  const baseUrl = process.env.GITHUB ?? "https://api.github.com";
  const issue = await issuesGet.execute({ owner: "octo", repo: "rocket", issue_number: 7 }, { baseUrl, onMismatch: () => undefined });
  return Response.json({ name: issuesGet.name, title: issue.title });
}
`,
  };
}
