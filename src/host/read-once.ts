import type { Host } from "../project/load.ts";

/** Wraps a host so that it reads each path and lists the files only once, for several steps that use the same files. */
export function readOnce({ read, list }: Host): Host {
  const contents = new Map<string, ReturnType<Host["read"]>>();
  let listing: ReturnType<Host["list"]> | undefined;
  return {
    read: (path, reach) => {
      const content = contents.get(path) ?? read(path, reach);
      contents.set(path, content);
      return content;
    },
    list: () => {
      listing ??= list();
      return listing;
    },
  };
}
