import runtime from "../../src/runtime/package.json" with { type: "json" };

type NameOf<Subpath> = Subpath extends `./adapters/${infer Name}` ? Name : never;

/** The name of an adapter that the run-time library exports. The type checker asks tables by this name for a new adapter. */
export type AdapterName = NameOf<keyof typeof runtime.exports>;

export const adapterNames: readonly string[] = Object.keys(runtime.exports).flatMap(
  (subpath) => /^\.\/adapters\/(.+)$/.exec(subpath)?.[1] ?? [],
);
