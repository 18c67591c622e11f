import { isArray, isObject, type Json } from "../../source/json/json.ts";
import { fileStart } from "../../source/text/file-start.ts";
import { type Origin, originOfValue, type Path, type Tree, valueAt } from "../../source/tree.ts";
import { type Loading, readRequired } from "../files/loading.ts";
import { asFolder, isBelow, pathFrom, stemOf } from "../files/paths.ts";
import type { App, AppCollection, AppResource, AppText, Project } from "../project.ts";

const collections: readonly AppCollection[] = ["guardrails", "evaluations", "evaluationExpectations", "evaluationDatasets", "examples"];

/**
 * Loads the content of an app that only CX Agent Studio reads. If only a part of the app was requested, no content is loaded, because
 * references to the unread parts would be reported as unknown.
 */
export async function loadAppContent(
  app: App,
  { requested, resources }: Pick<Project, "requested" | "resources">,
  loading: Loading,
): Promise<App> {
  if (!requested.has(app.tree)) return app;
  const others = await loadResources(app, loading);
  const own = resources.flatMap(({ app: root, tree }) => (root === app.root ? [tree] : []));
  const trees = new Set([app.tree, ...app.agents, ...own, ...others.map(({ tree }) => tree)]);
  const fields = [...trees].flatMap(textFields);
  const texts = await Promise.all(fields.map((field) => loadText(field, asFolder(app.root), loading)));
  return { ...app, content: { resources: others, texts } };
}

async function loadResources({ root }: App, loading: Loading): Promise<AppResource[]> {
  const folder = asFolder(root);
  const manifests = (await loading.paths()).flatMap((path) => {
    if (!isBelow(path, folder) || !/\.(json|ya?ml)$/.test(path)) return [];
    const [first, name = "", ...rest] = path.slice(folder.length).split("/");
    const collection = collections.find((each) => each === first);
    const isManifest = collection !== undefined && rest.length === 1 && stemOf(path) === name;
    return isManifest ? [{ collection, path, fallbackName: name }] : [];
  });
  const loaded = await Promise.all(
    manifests.map(async ({ collection, path, fallbackName }) => {
      const tree = await readRequired(path, fileStart(path), loading);
      return tree === undefined ? [] : [{ collection, tree, fallbackName }];
    }),
  );
  return loaded.flat();
}

/** Matches a field value that is a path of a text file and not the text itself: one line that ends with `.py` or `.txt`. */
const isPath = /^[^\n]*\.(?:py|txt)$/;

async function loadText(field: Origin, folder: string, loading: Loading): Promise<AppText> {
  const value = String(valueAt(field.tree, field.path));
  if (!isPath.test(value)) return { field, path: undefined, tree: undefined };
  const path = pathFrom(folder, value);
  const tree = path === undefined ? "outside" : await loading.reader.prose(path);
  return { field, path: value, tree: typeof tree === "string" ? undefined : tree };
}

/** The fields whose long texts an export from CES moves to separate files. Such a field then contains the path of the file. */
const textFieldNames = new Set(["instruction", "globalInstruction", "global_instruction", "pythonCode", "python_code"]);

function textFields(tree: Tree): Origin[] {
  const found: Origin[] = [];
  // The recursion is bounded, because the parser limits the depth of trees.
  function visit(value: Json | undefined, path: Path): void {
    if (isArray(value)) for (const [index, item] of value.entries()) visit(item, [...path, index]);
    if (!isObject(value)) return;
    for (const [key, item] of Object.entries(value)) {
      if (textFieldNames.has(key) && typeof item === "string" && item !== "") found.push(originOfValue(tree, [...path, key]));
      // A document inside a toolset is not visited, because it contains no texts of the app.
      else if (key !== "openApiSchema" && key !== "open_api_schema") visit(item, [...path, key]);
    }
  }
  visit(tree.data, []);
  return found;
}
