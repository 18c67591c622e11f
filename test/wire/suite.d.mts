/** What a contender is given for each case. */
export interface WireCall {
  /** An OpenAPI document whose server is `baseUrl`. */
  readonly document: { readonly [name: string]: unknown };
  readonly method: string;
  readonly path: string;
  /** `null`: the operation has none. */
  readonly operationId: string | null;
  /** By place, then by name; `body` is the value of the body. */
  readonly arguments: {
    readonly path?: { readonly [name: string]: unknown };
    readonly query?: { readonly [name: string]: unknown };
    readonly header?: { readonly [name: string]: unknown };
    readonly cookie?: { readonly [name: string]: unknown };
    readonly querystring?: { readonly [name: string]: unknown };
    readonly body?: unknown;
  };
  readonly baseUrl: string;
}

export interface WireResult {
  readonly name: string;
  readonly source: string;
  readonly faults: readonly string[];
}

export type Contender = (call: WireCall) => Promise<unknown>;

export function runSuite(contender: Contender, options?: { readonly only?: string }): Promise<WireResult[]>;
