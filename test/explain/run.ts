import { mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { rules } from "../../src/rules/index.ts";
import { type RunnableRule, rule } from "../../src/rules/rule.ts";
import { runCommand } from "../run-command.ts";
import { type Content, type Files, repeatedText } from "./example.ts";

/** A finding as it was printed. */
export interface Given {
  readonly code: string;
  readonly severity: string;
  /** Without its help. */
  readonly text: string;
}

/** Runs a command in a folder of its own with these files, and gives the findings that it prints. */
export async function run(command: string, files: Files): Promise<Given[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-explain-")));
  try {
    // The search for a project ends here.
    mkdirSync(join(folder, ".git"));
    for (const [path, content] of Object.entries(files)) writeContent(join(folder, path), content);
    const { stdout, stderr } = await runCommand(command.split(" ").slice(1), { cwd: folder });
    return findingsIn(stdout + stderr);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Does some work while a rule has a bug, which shows for this toolset only. */
export async function withBug<Result>(toolset: string, work: () => Promise<Result>): Promise<Result> {
  const faulty = rule<Record<never, never>>({
    code: "faulty-rule",
    severity: "note",
    set: "recommended",
    summary: "nothing",
    price: 0,
    message: () => "",
    help: "",
    toolset({ name }) {
      if (name !== toolset) return [];
      const bug = new TypeError("Cannot read properties of undefined (reading 'title')");
      // The page shows the stack, so it must not depend on this file.
      bug.stack = `${bug}\n    at faultyRule (file:///toolsetc/dist/bin/compile.js:123:45)`;
      throw bug;
    },
  });
  // The table is read-only for the program.
  const table = rules as RunnableRule[];
  table.push(faulty);
  try {
    return await work();
  } finally {
    table.splice(table.indexOf(faulty), 1);
  }
}

function writeContent(path: string, content: Content): void {
  mkdirSync(dirname(path), { recursive: true });
  if (typeof content === "string") writeFileSync(path, content);
  else if ("latin1" in content) writeFileSync(path, content.latin1, "latin1");
  else if ("part" in content) writeFileSync(path, repeatedText(content));
  else {
    writeFileSync(path, "");
    truncateSync(path, content.size);
  }
}

function findingsIn(printed: string): Given[] {
  return printed.split(/^(?=(?:error|warning|note)\[)/m).flatMap((part) => {
    const [, severity = "", code = ""] = /^(\w+)\[([\w-]+)\]: /.exec(part) ?? [];
    return code === "" ? [] : [{ code, severity, text: part.slice(0, part.search(/^ {2}help: /m)).trimEnd() }];
  });
}
