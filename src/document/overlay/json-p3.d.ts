/** The part of `json-p3` that queries of overlays use. */
declare module "json-p3" {
  export interface FilterFunction {
    argTypes: readonly string[];
    returnType: string;
    call(...values: readonly unknown[]): unknown;
  }

  export class JSONPathError extends Error {}

  export class JSONPathQuery {
    query(value: unknown): { readonly nodes: readonly { readonly location: readonly (string | number)[] }[] };
  }

  export class JSONPathEnvironment {
    constructor(options: { readonly strict: boolean; readonly maxRecursionDepth: number });
    readonly functionRegister: Map<string, FilterFunction>;
    compile(path: string): JSONPathQuery;
  }
}
