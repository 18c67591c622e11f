import { lastSegment } from "../../source/text/last-segment.ts";

/** The folder of a file, with a `/` at its end. For a file in the project's root, the folder is the empty string. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** The name of a file without its extensions: `orders` for `orders.openapi.yaml`. */
export function stemOf(path: string): string {
  return lastSegment(path)
    .replace(/\.(ya?ml|json)$/i, "")
    .replace(/\.(openapi|swagger|toolset|tool)$/i, "");
}

/** Resolves a path relative to a folder. Returns `undefined` for URLs, for absolute paths, and for paths outside of the project's root. */
export function pathFrom(folder: string, relative: string): string | undefined {
  const path = pathAbove(folder, relative);
  return path === ".." || path?.startsWith("../") ? undefined : path;
}

/**
 * Resolves a path relative to a folder, as `pathFrom` does. The result may lead out of the project's root, and then begins with `../`.
 */
export function pathAbove(folder: string, relative: string): string | undefined {
  if (/^[/\\]|^[A-Za-z][A-Za-z0-9+.-]*:/.test(relative)) return undefined;
  const steps: string[] = [];
  for (const step of `${folder}${relative}`.split("/")) {
    if (step === ".." && steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/");
}

/** Whether a path is in a folder. The folder ends with `/`, or is the empty string for the project's root. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder);
}

/** A folder with a `/` at its end. For the project's root, this is the empty string. */
export function asFolder(path: string): string {
  return path === "" || path === "." ? "" : path.endsWith("/") ? path : `${path}/`;
}
