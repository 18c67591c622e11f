import type { Account, Tool } from "../ir/ir.ts";
import type { ToolOverrides } from "../project/config/config.ts";
import type { Endpoint } from "../runtime/binding.ts";
import type { SchemaLibrary, SchemaUse } from "../schema/schema-library.ts";
import type { ExampleInput } from "./schemas/check-examples.ts";

/** A tool whose name is not yet assigned and whose schemas may be invalid. Its name depends on the names of all other tools. */
export interface Draft extends Omit<Tool, "name" | "localName" | "input" | "output" | "examples"> {
  /** The key that selectors match, such as `GET /pets/{id}`; unique in the toolset. */
  readonly key: string;
  readonly input: SchemaUse;
  /** The names by which `parameters` in the configuration may refer to properties of the input. */
  readonly inputs: readonly string[];
  /** Inputs that are composed of the document's examples. They are not validated yet. */
  readonly examples: readonly ExampleInput[];
  readonly output: SchemaUse;
}

/** The members of a draft that only operations of OpenAPI documents have, for tools of all other kinds. */
export const withoutOperation = {
  tags: [],
  deprecated: false,
  lazy: false,
  metadata: {},
  examples: [],
  trim: { pick: [], maxBytes: null },
} as const satisfies Partial<Draft>;

/** The name of a tool in its document or definition, or a name derived from these, before it is converted to a name that models accept. */
export interface RequestedName {
  /** The key that selectors match, as in `Draft`. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
  /** The tags of the operation. Their words may be removed from a name that is too long. */
  readonly tags: readonly string[];
}

/** A lowered definition of any kind. */
export interface Lowered {
  readonly endpoint: Endpoint;
  /** The names of all operations, including excluded ones. */
  readonly requestedNames: readonly RequestedName[];
  readonly drafts: readonly Draft[];
  /** The overrides of each tool, by the key of the draft. */
  readonly toolOverrides: ReadonlyMap<string, ToolOverrides>;
  /** The schema library with the schemas that the drafts refer to. */
  readonly library: Pick<SchemaLibrary, "shared" | "named" | "diagnostics" | "reasoning">;
  /** The tags that the document describes. The groups of these tags come first, in this order. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Converts a description in a schema to plain text, for models. */
  readonly plainText: (description: string) => string;
  readonly account: Pick<Account, "operations" | "excluded" | "webhooks" | "callbacks">;
}

/** The members of a lowered definition that only OpenAPI documents have, for all other kinds. */
export const withoutDocument = { tags: [], plainText: (description: string) => description } as const satisfies Partial<Lowered>;
