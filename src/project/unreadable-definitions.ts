import type { Tree } from "../source/tree.ts";
import type { FileRole } from "./layout.ts";
import { isBlank, type Loading, readResourceFile, treeWithoutData } from "./loading.ts";
import { baseName, folderOf, isBelow, stemOf } from "./paths.ts";
import type { ProjectResource } from "./project.ts";

/**
 * Finds files that cannot be parsed and are probably definitions. Their folder is the configured folder of definitions or below it, is
 * `toolsets` or `tools` or directly below one, or contains a definition. Each file is returned as a resource with the name of the file, so
 * that its former output is not regarded as the output of a removed toolset.
 */
export async function findUnreadable(
  roles: readonly (readonly [string, FileRole])[],
  { resources, definitions }: { readonly resources: readonly ProjectResource[]; readonly definitions: string },
  loading: Loading,
): Promise<ProjectResource[]> {
  const known = new Set(resources.map(({ tree }) => tree.source.path));
  const folders = new Set([...known].map(folderOf));
  const isExpected = (path: string) => (definitions !== "" && isBelow(path, definitions)) || inToolsets.test(path);
  const found = roles.map(async ([path, role]): Promise<ProjectResource | undefined> => {
    if (role.kind !== "unknown" || known.has(path) || baseName(path).startsWith(".")) return undefined;
    if (!isExpected(path) && !folders.has(folderOf(path))) return undefined;
    if (document.test(await loading.reader.start(path))) return undefined;
    const read = await loading.reader.peek(path);
    const tree = typeof read === "string" ? treeWithoutData(path) : read;
    if (isReadable(tree) || (!isExpected(path) && hasCommentInJson(tree))) return undefined;
    return { resource: /(^|\/)tools\//.test(path) ? "tool" : "toolset", tree, path: [], fallbackName: stemOf(path), app: role.app };
  });
  return (await Promise.all(found)).flatMap((resource) => resource ?? []);
}

const inToolsets = /(^|\/)(toolsets|tools)\/([^/]+\/)?[^/]+$/;

/** Matches OpenAPI documents. Their problems are reported when a definition refers to them. */
const document = /^(?:\{\s*)?["']?(?:openapi|swagger)["']?\s*:/m;

function isReadable(tree: Tree): boolean {
  return tree.data !== undefined && !isBlank(tree);
}

/** Whether a file is JSON with comments, the format of configurations of other programs. */
function hasCommentInJson({ source }: Tree): boolean {
  return source.path.endsWith(".json") && /^\s*\/[/*]/m.test(source.text);
}

/** Reports the unreadable files after all documents are loaded. Returns the files that are documents: the check of the document reports their problems. */
export async function reportUnreadable(unreadable: readonly ProjectResource[], loading: Loading): Promise<ReadonlySet<ProjectResource>> {
  const files = loading.reader.files();
  const documents = new Set(unreadable.filter(({ tree }) => files.has(tree.source.path)));
  await Promise.all(unreadable.filter((each) => !documents.has(each)).map(({ tree }) => readResourceFile(tree.source.path, loading)));
  return documents;
}
