import { resourceNames } from "../../definition/definition-names.ts";
import { nodeAt } from "../../definition/node.ts";
import type { Project } from "../project.ts";
import { documentPaths, schemaField } from "./documents.ts";

/** The paths of the documents that `pull` fetches, because the configuration has `sources` for their toolsets. */
export function fetchedFiles({ config, resources, apps, files }: Project): ReadonlySet<string> {
  const roots = apps.map(({ root }) => root);
  const paths = resources.flatMap((resource) => {
    const node = nodeAt(resource);
    const schema = schemaField(node);
    const isFetched = resourceNames(node, resource.fallbackName).some((name) => config.sources.has(name));
    if (!isFetched || typeof schema?.value !== "string") return [];
    return documentPaths(schema, roots).find((path) => files.get(path) !== undefined) ?? [];
  });
  return new Set(paths);
}
