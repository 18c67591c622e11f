import type { Account, Tool } from "../ir/ir.ts";
import type { ToolOverrides } from "../project/config.ts";
import type { Endpoint } from "../runtime/binding.ts";
import type { SchemaLibrary, SchemaUse } from "../schema/schema-library.ts";
import type { ExampleInput } from "./check-examples.ts";

/** A tool before its name is assigned, which depends on all other tools, and before invalid schemas are excluded. */
export interface Draft extends Omit<Tool, "name" | "localName" | "input" | "output" | "examples"> {
  /** The key for selectors; unique in the toolset. */
  readonly key: string;
  readonly input: SchemaUse;
  /** The names by which `parameters` of the configuration may name parts of the input. */
  readonly inputs: readonly string[];
  /** Composed of the document's examples, and not checked. */
  readonly examples: readonly ExampleInput[];
  readonly output: SchemaUse;
}

/** The name of a tool in the source or derived from it, before it is converted to a name that models accept. */
export interface RequestedName {
  /** The key of the draft. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
  /** Its words are the first to go from a name that is too long. */
  readonly tags: readonly string[];
}

/** A lowered definition of any kind. */
export interface Lowered {
  readonly endpoint: Endpoint;
  /** Of all operations, including excluded ones. */
  readonly requestedNames: readonly RequestedName[];
  readonly drafts: readonly Draft[];
  /** By the key of the draft. */
  readonly toolOverrides: ReadonlyMap<string, ToolOverrides>;
  /** Contains the schemas that the drafts refer to. */
  readonly library: Pick<SchemaLibrary, "shared">;
  /** In the order of the groups. Tags that are not listed follow. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Makes plain text of a description in a schema, for models. */
  readonly plainText: (description: string) => string;
  readonly account: Pick<Account, "operations" | "excluded" | "webhooks" | "callbacks">;
}
