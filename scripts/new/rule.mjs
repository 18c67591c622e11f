import { camelCase } from "./names.mjs";

/** @type {{ readonly [folder: string]: string }} */
const setOf = { model: "recommended", security: "recommended", ces: "ces" };

/** @type {import("./names.mjs").Scaffold} */
export const rule = {
  usage: "rule model|security|ces/<code>",
  form: /^(?:model|security|ces)\/[a-z]+(?:-[a-z0-9]+)*$/,
  more: 0,
  plan(name) {
    const [folder = "", code = ""] = name.split("/");
    const constant = camelCase(code);
    return {
      files: {
        [`src/rules/${name}.ts`]: ruleFile({ code, constant, set: setOf[folder] ?? "optional" }),
        [`test/explain/${folder}/${code}.yaml`]: example(folder),
      },
      inserts: [
        { path: "src/rules/index.ts", before: "\n/** All rules", text: `import { ${constant} } from "./${name}.ts";\n` },
        { path: "src/rules/index.ts", before: "\n];", text: `\n  ${constant},` },
      ],
      tests: [
        "test/rules.test.ts",
        "test/explain.test.ts",
        "test/golden.test.ts",
        "test/documentation/tables.test.ts",
        "test/reference.test.ts",
      ],
      next: [
        "npm run test:update writes the page of the code, and npm run docs its row in the reference.",
        "A case of test/golden shows the code, and CHANGELOG.md has a line for it.",
      ],
    };
  },
};

const document = `  petstore.openapi.yaml: |
    openapi: 3.0.3
    info: { title: Pet store, version: "1.0" }
    servers: [{ url: https://pets.example.com }]
    paths:
      /pets:
        get:
          operationId: list_pets
          summary: List the pets that are for sale
          responses: { "200": { description: The pets. } }
`;

/** @type {(of: { code: string, constant: string, set: string }) => string} */
const ruleFile = ({ code, constant, set }) => `import { rule } from "../rule.ts";

export const ${constant} = rule<{ tool: string }>({
  code: "${code}",
  severity: "warning",
  set: "${set}",
  summary: "TODO: what is wrong, without a verb, as in the other summaries",
  price: 0,
  message: ({ tool }) => \`TODO: what is wrong with the tool "\${tool}".\`,
  help: "TODO: why it matters, and what to do.",

  // TODO: src/rules/rule.ts lists what a rule can examine in place of tools, and what it is given.
  *tool({ tool }) {
    if (tool.id === "TODO") yield { params: { tool: tool.id }, place: tool.origin };
  },
});
`;

/** @type {(of: string) => string} */
const example = (folder) => `${folder === "ces" ? "run: toolsetc validate --profile ces\n" : ""}files:
  petstore.yaml: |
    displayName: petstore
    openApiToolset:
      openApiSchema: petstore.openapi.yaml
bad:
  # TODO: the smallest document that has the finding.
${document}good:
  # TODO: the same, corrected.
${document}`;
