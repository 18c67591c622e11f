import { camelCase, pascalCase } from "./names.mjs";

/** @type {import("./names.mjs").Scaffold} */
export const adapter = {
  usage: "adapter <name> <package of the SDK>",
  form: /^[a-z]+(?:-[a-z0-9]+)*$/,
  more: 1,
  plan(name, sdk = "") {
    const constant = camelCase(name);
    const type = pascalCase(name);
    const peer = `    ${JSON.stringify(sdk)}: { "optional": true },\n`;
    return {
      files: {
        [`src/runtime/adapters/${name}.ts`]: adapterFile({ sdk, constant, type }),
        [`docs/adapters/${name}.md`]: page({ name, sdk }),
        [`test/adapters/${name}.test.ts`]: testFile({ name, sdk, constant }),
        [`test/adapters/examples/${name}.ts`]:
          "// TODO: five to ten lines with the real SDK. This whole file is also a block on the page of the adapter.\nexport {};\n",
        [`test/adapters/approvals/${name}.ts`]: approvals({ sdk }),
        [`test/adapters/conversations/${name}.ts`]: conversations({ sdk }),
      },
      inserts: [
        { path: "src/runtime/package.json", before: '    "./files": {', text: entry(`adapters/${name}`, `compiled/adapters/${name}`) },
        { path: "package.json", before: '    "./langchain": {', text: entry(name, `dist/library/${name}`) },
        ...["src/runtime/package.json", "package.json"].map((path) => ({
          path,
          before: '    "@langchain/core": {\n      "optional"',
          text: peer,
        })),
        { path: "src/targets/typescript/library.ts", before: '  "discover",\n', text: `  "${name}",\n` },
      ],
      tests: [
        `test/adapters/${name}.test.ts`,
        "test/adapters/approvals.test.ts",
        "test/adapters/conversations.test.ts",
        "test/adapters/calls-of-tools.test.ts",
        "test/adapters/request-limits.test.ts",
        "test/deep/library.test.ts",
        "test/architecture.test.ts",
        "test/subpaths.test.ts",
        "test/targets/copied-library.test.ts",
        "test/documentation.test.ts",
        "test/documentation/examples.test.ts",
        "test/documentation/tables.test.ts",
        "test/reference.test.ts",
      ],
      next: [
        `npm install --save-dev --save-exact ${sdk}`,
        "npm run generate makes the entry's links, and npm run docs its row in the reference.",
        "The type checker asks for its rows in test/adapters/two-copies.test.ts and test/adapters/typed-options.test.ts.",
        "test/adapters/request-limits.test.ts asks whether its tools go to one provider or to any model.",
        "test/package/sdks.mjs runs a loop with the oldest and the newest version of the SDK.",
        "docs/README.md links the page, docs/adapters/README.md has its version and the form of its files, README.md the name of the SDK, and CHANGELOG.md a line for it.",
      ],
    };
  },
};

/** @type {(subpath: string, file: string) => string} */
const entry = (subpath, file) => `    "./${subpath}": { "types": "./${file}.d.ts", "default": "./${file}.js" },\n`;

/** @type {(of: { sdk: string, constant: string, type: string }) => string} */
const adapterFile = ({ sdk, constant, type }) => `import type { RuntimeContext } from "../context.ts";
import type { ViewOptions } from "../projection/model-view.ts";
import { resultText } from "../result/result-text.ts";
import type { Approve } from "../tool/approval.ts";
import { bindTool, type ContextOf, untyped } from "../tool/bind-tools.ts";
import { makeCall } from "../tool/make-call.ts";
import { showTool } from "../tool/show-tool.ts";
import type { Tool } from "../tool/tool.ts";
import { type DistinctNames, toolsByName } from "../tool/tools-by-name.ts";

/** A tool as an object of the SDK. TODO: import the SDK's own type of it from "${sdk}", as a type. */
export interface ${type}Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
  readonly execute: (input: unknown, call: { readonly id?: string }) => Promise<string>;
}

/** Options of \`${constant}\`, and the context of all calls. */
export interface ${type}Options<Tools extends readonly Tool[] = readonly Tool[]>
  extends ContextOf<Tools, RuntimeContext<unknown>>,
    ViewOptions {
  /** Approves or declines calls of tools that require approval. Without \`approve\`, these calls are declined. */
  readonly approve?: Approve<Tools[number]> | undefined;
}

/** Tools for TODO, with \`options\` as the context of all calls. Throws if two tools have the same name. */
export function ${constant}<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: ${type}Options<Tools> = {},
): ${type}Tool[] {
  const { approve, detail, depth, ...context } = untyped(options);
  return [...toolsByName(tools).values()].map((each) => {
    const tool = bindTool(each, context);
    const { description, input } = showTool(tool, { detail, depth });
    return {
      name: tool.name,
      description,
      parameters: input("draft-07"),
      // TODO: the SDK's abort signal and its own record of approvals, and \`mediaContent\` if it takes files.
      execute: async (arguments_, { id }) => resultText(tool, await makeCall(tool, arguments_, { toolCallId: id }, approve)),
    };
  });
}
`;

/** @type {(of: { name: string, sdk: string }) => string} */
const page = ({ name, sdk }) => `# TODO: the SDK's own name: \`toolsetc/${name}\`

TODO: the lines of \`test/adapters/examples/${name}.ts\`, what is special about results and errors with \`${sdk}\`.

## Approval

TODO: what happens to a call of a tool that needs approval.
`;

/** @type {(of: { name: string, sdk: string, constant: string }) => string} */
const testFile = ({ name, sdk, constant }) => `import { expect, test } from "vitest";
import { ${constant} } from "../../src/runtime/adapters/${name}.ts";
import { storeTools } from "./store.ts";

test("TODO: the loop of ${sdk} itself calls a tool, and hands back its result", () => {
  expect(${constant}(storeTools)).toBe("TODO");
});
`;

/** @type {(of: { sdk: string }) => string} */
const approvals = ({ sdk }) => `import type { Entries } from "./entry.ts";

/** TODO: every way to call a tool that ${sdk} has: without and with an approval, and with approvals of other calls. */
export const entries: Entries = {};
`;

/** @type {(of: { sdk: string }) => string} */
const conversations = ({ sdk }) => `import type { Conversations } from "./conversation.ts";

/** TODO: each loop of ${sdk} in which a model makes one call after another. */
export const conversations: Conversations = {};
`;
