import { field, stringValue, valueOrigin } from "../../definition/node.ts";
import { documentTree } from "../../project/documents/documents.ts";
import { asFolder, pathFrom } from "../../project/files/paths.ts";
import { rule } from "../rule.ts";

export const cesMissingFile = rule<{ path: string }>({
  code: "ces-missing-file",
  severity: "error",
  set: "ces",
  summary: "a path to a file that the app does not have",
  price: 0,
  message: ({ path }) => `The app has no file "${path}".`,
  help: "An import resolves the paths in resources from the root of the app, and cannot find this file. Write the path from the root, such as `agents/shop/instruction.txt`, or add the file.",

  *app({ content }) {
    for (const { field, path, tree } of content.texts)
      if (path !== undefined && tree === undefined) yield { params: { path }, place: field };
  },

  // toolsetc also resolves the path of a document from the folder of the definition. CES resolves it only from the root of the app.
  *definition(definition, { project }) {
    const { app, body, kind } = definition;
    const named = kind === "openapi" ? field(body, "openApiSchema") : undefined;
    const document = documentTree(definition, project);
    if (app === undefined || named === undefined || document === undefined || document.within !== undefined) return;
    const path = stringValue(named);
    if (path !== undefined && pathFrom(asFolder(app), path) !== document.source.path) yield { params: { path }, place: valueOrigin(named) };
  },
});
