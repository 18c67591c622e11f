import { camelCase } from "./names.mjs";

/** @type {import("./names.mjs").Scaffold} */
export const target = {
  usage: "target <name>",
  form: /^[a-z]+(?:-[a-z0-9]+)*$/,
  more: 0,
  plan(name) {
    const constant = `${camelCase(name)}Target`;
    return {
      files: {
        [`src/targets/${name}/${name}.ts`]: targetFile({ name, constant }),
        [`docs/targets/${name}.md`]: `# The target \`${name}\`\n\nTODO: an example of its configuration, then what it emits and who reads it.\n`,
        [`test/targets/${name}.test.ts`]: testFile({ name, constant }),
      },
      inserts: [
        { path: "src/targets/index.ts", before: "\n/** All targets", text: `import { ${constant} } from "./${name}/${name}.ts";\n` },
        { path: "src/targets/index.ts", before: "\n];", text: `\n  ${constant},` },
      ],
      tests: [
        `test/targets/${name}.test.ts`,
        "test/targets/is-generated.test.ts",
        "test/code-names.test.ts",
        "test/explain.test.ts",
        "test/golden.test.ts",
        "test/documentation/tables.test.ts",
        "test/documentation.test.ts",
        "test/reference.test.ts",
      ],
      next: [
        "npm run docs adds the target to the reference.",
        `What it cannot express is reported by codes of its own: src/targets/${name}/codes.ts, and CONTRIBUTING.md, "A diagnostic code".`,
        'A case of test/golden with "files": true shows its output, and CHANGELOG.md has a line for it.',
      ],
    };
  },
};

/** @type {(of: { name: string, constant: string }) => string} */
const targetFile = ({ name, constant }) => `import type { Toolset } from "../../ir/ir.ts";
import type { JsonObject } from "../../source/json/json.ts";
import { jsonText } from "../json-text.ts";
import { inSteps, type Target } from "../target.ts";

/** TODO: what the target emits, and for whom. */
export const ${constant}: Target = {
  name: "${name}",
  description: "TODO: what it emits, in one sentence that editors show.",
  page: "${name}.md",
  codes: [],
  options: {},
  ...inSteps({
    emitToolset: ({ toolset, file }) => ({
      value: [{ path: \`\${file}.${name}.json\`, text: jsonText(contentOf(toolset), ["tools"]), toolset: toolset.name }],
      diagnostics: [],
    }),
  }),
};

function contentOf({ tools }: Toolset): JsonObject {
  return { tools: tools.map(({ name, description }) => ({ name, description })) };
}
`;

/** @type {(of: { name: string, constant: string }) => string} */
const testFile = ({ name, constant }) => `import { expect, test } from "vitest";
import { ${constant} } from "../../src/targets/${name}/${name}.ts";
import { program } from "./program.ts";

test("TODO: a program that reads the output accepts it", () => {
  const files = ${constant}.emit(program, {}).value;
  expect(files.map(({ path }) => path)).toEqual([]);
});
`;
