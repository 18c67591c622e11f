import type { Account, Tool } from "../ir/ir.ts";
import type { Connection } from "../runtime/binding.ts";
import type { SchemaLibrary, SchemaUse } from "../schema/schema-library.ts";

/** A tool before its name is settled, which depends on all the others, and before it is known whether its schemas can be used. */
export interface Draft extends Omit<Tool, "name" | "localName" | "input" | "output"> {
  /** What selectors know it by; unique in the toolset. */
  readonly key: string;
  readonly input: SchemaUse;
  readonly output: SchemaUse;
}

/** A name that the author of the source gave or that was made from the source, before it is made fit for models. */
export interface RequestedName {
  /** The draft's. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
}

/** What a kind makes of a definition. */
export interface Lowered {
  readonly connection: Connection;
  /** Of all operations, also of those that were left out. */
  readonly wishes: readonly RequestedName[];
  readonly drafts: readonly Draft[];
  /** Holds the schemas that the drafts' schemas refer to. */
  readonly library: Pick<SchemaLibrary, "shared">;
  /** In the order that groups are to have; tags that are not here follow. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly account: Pick<Account, "operations" | "excluded" | "webhooks" | "callbacks">;
}
