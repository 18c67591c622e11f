import { field, nodeAt, stringValue, valueOrigin } from "../../definition/node.ts";
import type { Tree } from "../../source/tree.ts";
import { rule } from "../rule.ts";

export const cesFolderName = rule<{ folder: string; name: string }>({
  code: "ces-folder-name",
  severity: "warning",
  set: "ces",
  summary: "an agent, a tool or a toolset in a folder with another name",
  price: 0,
  message: ({ folder, name }) => `The folder is named "${folder}", and its resource "${name}".`,
  help: "An export names each folder after the resource, so after the next export the same resource is in another folder. Usually a folder was copied, and one of the names was forgotten. Rename the folder and its file, or correct the display name.",

  *app({ app }, { project }) {
    const ofApp = project.resources.filter((resource) => resource.app === app.root && resource.path.length === 0);
    for (const tree of [...app.agents, ...ofApp.map((resource) => resource.tree)]) {
      const folder = folderIn(tree);
      const named = field(nodeAt({ tree, path: [] }), "displayName");
      const name = stringValue(named);
      if (folder !== undefined && named !== undefined && name !== undefined && formOf(name) !== formOf(folder))
        yield { params: { folder, name }, place: valueOrigin(named) };
    }
  },
});

/** The folder of a resource in the layout of an export, in which the file has the name of its folder. */
function folderIn({ source }: Tree): string | undefined {
  const [, folder, file] = /([^/]+)\/([^/]+)\.(?:ya?ml|json)$/.exec(source.path) ?? [];
  return folder === file ? folder : undefined;
}

/** A name as an export writes it for a folder. The service writes `_` for other characters. */
function formOf(name: string): string {
  return name
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}-]+/gu, "_");
}
