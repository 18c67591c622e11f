import { lastSegment } from "../../source/text/last-segment.ts";
import type { Tree } from "../../source/tree.ts";
import { isBlank, type Loading, readResourceFile, treeWithoutData } from "../files/loading.ts";
import { folderOf, isBelow, stemOf } from "../files/paths.ts";
import type { ProjectResource } from "../project.ts";
import type { FileRole } from "./layout.ts";

/**
 * Finds files that cannot be parsed and are probably definitions. Such a file is below the configured folder of definitions, is in a folder
 * `toolsets` or `tools` or one of its subfolders, or is in the folder of a definition. Each file is returned as a resource with the name of
 * the file, so that its former output is not regarded as the output of a removed toolset.
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
    if (role.kind !== "unknown" || known.has(path) || lastSegment(path).startsWith(".")) return undefined;
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

/** Matches OpenAPI documents. The problems of a document are reported when a definition refers to it. */
const document = /^(?:\{\s*)?["']?(?:openapi|swagger)["']?\s*:/m;

function isReadable(tree: Tree): boolean {
  return tree.data !== undefined && !isBlank(tree);
}

/** Whether a file is JSON with comments, which other programs use for their configurations. */
function hasCommentInJson({ source }: Tree): boolean {
  return source.path.endsWith(".json") && /^\s*\/[/*]/m.test(source.text);
}

/**
 * Reports the unreadable files that are not documents of definitions. Returns the other ones, because the check of documents reports their
 * problems. All documents must be loaded before.
 */
export async function reportUnreadable(unreadable: readonly ProjectResource[], loading: Loading): Promise<ReadonlySet<ProjectResource>> {
  const files = loading.reader.files();
  const documents = new Set(unreadable.filter(({ tree }) => files.has(tree.source.path)));
  await Promise.all(unreadable.filter((each) => !documents.has(each)).map(({ tree }) => readResourceFile(tree.source.path, loading)));
  return documents;
}
