// What a production bundle of one of GitHub's tools holds: each bundler, and each form of import. `npm run test:bundlers` prints the table,
// and fails where a form that the README shows holds a tool that was not imported. Names of bundlers choose some.
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildNext, nextPackages } from "./bundlers/next.mjs";
import { createLog, freshFolder, install, node, pack, project, run, writeFiles } from "./packed.mjs";

const packages = {
  esbuild: ["esbuild@0.28.2"],
  rolldown: ["rolldown@1.2.19"],
  rollup: ["rollup@4.68.7", "@rollup/plugin-node-resolve@16.0.3", "@rollup/plugin-json@6.1.0", "@rollup/plugin-terser@1.0.2"],
  webpack: ["webpack@5.112.2"],
  vite: ["vite@8.3.8"],
  next: nextPackages,
};
/** What they read. The others have no TypeScript of their own. */
const readsTypeScript = ["esbuild", "rolldown", "vite", "next"];

/** Programs that use `issuesGet`, with `$` where the output folder stands and `.x` for the ending of its modules. */
const forms = {
  "{ issuesGet } of the toolset": { isShown: true, text: 'import { issuesGet } from "$/toolsets/github/index.x";\nuse(issuesGet);' },
  "{ issuesGet } of its module": {
    isShown: true,
    text: 'import { issuesGet } from "$/toolsets/github/tools/issues.x";\nuse(issuesGet);',
  },
  "aiSdk([issuesGet])": {
    isShown: true,
    text: 'import { aiSdk } from "toolsetc/ai-sdk";\nimport { issuesGet } from "$/toolsets/github/index.x";\nuse(aiSdk([issuesGet]));',
  },
  "{ issuesGet } of the toolset, runtime: copy": {
    isShown: true,
    text: 'import { issuesGet } from "./copied/toolsets/github/index.js";\nuse(issuesGet);',
  },
  "{ issuesGet } of its module, runtime: copy": {
    isShown: true,
    text: 'import { issuesGet } from "./copied/toolsets/github/tools/issues.js";\nuse(issuesGet);',
  },
  "* as github of the toolset, github.issuesGet": {
    isShown: false,
    text: 'import * as github from "$/toolsets/github/index.x";\nuse(github.issuesGet);',
  },
  "{ github } of the output folder, github.issuesGet": {
    isShown: false,
    text: 'import { github } from "$/index.x";\nuse(github.issuesGet);',
  },
  "{ github } of the output folder, const { issuesGet } = github": {
    isShown: false,
    text: 'import { github } from "$/index.x";\nconst { issuesGet } = github;\nuse(issuesGet);',
  },
  "toolset.json with toolsOf": {
    isShown: false,
    text: 'import manifest from "$/toolsets/github/toolset.json";\nimport { toolsOf } from "toolsetc/runtime/manifest";\nuse(toolsOf(manifest));',
  },
};

const log = createLog();
const asked = process.argv.slice(2);
const bundlers = Object.keys(packages).filter((name) => asked.length === 0 || asked.includes(name));
const folder = freshFolder("bundlers", {
  "package.json": { name: "bundlers", private: true, type: "module" },
  "toolsetc.yaml": [
    "targets:",
    "  - { target: typescript, out: ts, importExtension: ts }",
    "  - { target: typescript, out: js, emit: js }",
    "  - { target: typescript, out: copied, emit: js, runtime: copy }\n",
  ].join("\n"),
  "github.yaml": "displayName: github\nopenApiToolset: { openApiSchema: ./github.json }\n",
});
cpSync(join(project, "test/package/bundlers"), folder, { recursive: true });
install(folder, [pack().tarball, "@octokit/openapi@23.0.2", ...bundlers.flatMap((name) => packages[name])]);
copyFileSync(join(folder, "node_modules/@octokit/openapi/generated/api.github.com.json"), join(folder, "github.json"));
run("npx", ["--no-install", "toolsetc", "compile", "."], { cwd: folder });
const names = JSON.parse(readFileSync(join(folder, "js/toolsets/github/toolset.json"), "utf8")).tools.map(({ name }) => name);
log(`${names.length} tools; ${bundlers.flatMap((name) => packages[name]).join(", ")}`);

const failures = [];
const rows = [`| form of import | ${bundlers.join(" | ")} |`, `|---|${bundlers.map(() => "---|").join("")}`];
for (const [form, program] of Object.entries(forms)) {
  const cells = bundlers.map((bundler) => measured(bundler, form, program));
  rows.push(`| ${form}${program.isShown ? "" : " (not shown)"} | ${cells.join(" | ")} |`);
}
console.log(`kB minified, and how many tools\n\n${rows.join("\n")}`);
if (failures.length > 0) throw new Error(failures.join("\n"));
rmSync(folder, { recursive: true });

function measured(bundler, form, { isShown, text }) {
  const results = readsTypeScript.includes(bundler) ? ["js", "ts"].map((kind) => held(bundler, text, kind)) : [held(bundler, text, "js")];
  log(`${bundler}, ${form}`);
  for (const { tools, kind } of results) {
    const isRight = tools.includes("github_issues_get") && tools.length === 1;
    if (isShown && !isRight)
      failures.push(`${bundler}, ${form}, from ${kind}: the bundle holds ${tools.length} tools, ${tools.slice(0, 3)}…`);
  }
  const cells = results.map(({ kilobytes, tools }) => `${kilobytes} kB, ${tools.length}`);
  return new Set(cells).size === 1 ? cells[0] : results.map(({ kind }, index) => `${kind}: ${cells[index]}`).join("; ");
}

/** What is in the bundle, of the modules in JavaScript or in TypeScript. */
function held(bundler, text, kind) {
  const program = `${text.replaceAll("$", `./${kind}`).replaceAll(".x", `.${kind}`)}\n`;
  const code = bundler === "next" ? buildNext(folder, program) : bundle(bundler, program, kind);
  // A name may stand at the beginning of another.
  const inside = new Set(code.match(/\bgithub_\w+/g));
  return { kind, kilobytes: Math.round(code.length / 1000), tools: names.filter((name) => inside.has(name)) };
}

function bundle(bundler, program, kind) {
  const [entry, out] = [`entry.${kind}`, "bundled"];
  rmSync(join(folder, out), { recursive: true, force: true });
  writeFiles(folder, {
    [entry]: `${program}\nfunction use(value${kind === "ts" ? ": unknown" : ""}) {\n  Object.assign(globalThis, { value });\n}\n`,
  });
  node(["bundle.mjs", bundler, `./${entry}`, out], { cwd: folder });
  return readdirSync(join(folder, out), { recursive: true })
    .filter((path) => path.endsWith(".js"))
    .map((path) => readFileSync(join(folder, out, path), "utf8"))
    .join("");
}
