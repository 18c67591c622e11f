import { camelCase } from "./names.mjs";

/** @type {import("./names.mjs").Scaffold} */
export const flag = {
  usage: "flag <name>",
  form: /^[a-z]+(?:-[a-z0-9]+)*$/,
  more: 0,
  plan(name) {
    const member = camelCase(name);
    return {
      files: { [`test/cli/${name}.test.ts`]: testFile(name) },
      inserts: [
        {
          path: "src/cli/commands/compile/command.ts",
          before: "  environmentFlag(",
          text: `  new Option("--${name}", "TODO: what it does"),\n`,
        },
        { path: "src/cli/options.ts", before: "  readonly save?: boolean;\n}", text: `  readonly ${member}?: boolean;\n` },
        {
          path: "src/cli/compile-flags.ts",
          before: "} satisfies CompileFlagTable;",
          // Of each column the value that promises least.
          text: `  // TODO: decide each of these; their comments are above.\n  ${member}: { repeated: true, saved: { refused: "--save cannot save --${name}." }, severalProjects: "each", cached: false, isOutput: false },\n`,
        },
        { path: "test/cli/flag-samples.ts", before: "};\n\nexport const flagNames", text: `  ${member}: ["--${name}"],\n` },
      ],
      tests: [
        `test/cli/${name}.test.ts`,
        "test/cli/compile-flags.test.ts",
        "test/cli/cache.test.ts",
        "test/documentation/tables.test.ts",
        "test/reference.test.ts",
      ],
      next: [
        "If the flag changes what is compiled, add a member to `Settings` and its default in src/settings.ts: the type checker then asks for the rest.",
        "npm run docs writes its row in the reference, and makes the build that test/cli/cache.test.ts runs.",
        "docs/command-line.md describes it, and CHANGELOG.md has a line for it.",
      ],
    };
  },
};

/** @type {(of: string) => string} */
const testFile = (name) => `import { expect, test } from "vitest";
import { example } from "../example-project.ts";
import { runCommand } from "../run-command.ts";

test("TODO: what \`compile --${name}\` does", async () => {
  const { status } = await runCommand(["compile", "--check", "--${name}"], { cwd: example });
  expect(status).toBe("TODO");
});
`;
