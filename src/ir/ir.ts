import type { Annotations, Binding, Connection } from "../runtime/binding.ts";
import type { Json, JsonSchema } from "../source/json.ts";
import type { Origin, Path } from "../source/tree.ts";

/**
 * What every target reads: references followed, names minted, absence decided.
 * Nothing here is optional, so a target never has to guess, and nothing is a secret.
 */
export interface Program {
  readonly toolsets: readonly Toolset[];
  /** The tools that each agent of an exported app may use. */
  readonly agents: readonly Group[];
  /**
   * The folder that what is written names its sources from, empty or with a `/` at its end: that of a bare document, so that the
   * output does not depend on where the command runs, else the project's root.
   */
  readonly folder: string;
}

export interface Toolset {
  /** A standalone Tool resource is a toolset of one tool, laid out apart. */
  readonly resource: "toolset" | "tool";
  /** Unique in the program without regard to case. It names the folder. */
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly connection: Connection;
  /** The schemas that tools share. `#/$defs/<name>` in any schema of this toolset points here. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly tools: readonly Tool[];
  /** By tag, in the document's order. */
  readonly groups: readonly Group[];
  readonly account: Account;
  readonly origin: Origin;
}

/** A named choice of tools, by `Tool.name`. */
export interface Group {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
}

export interface Tool {
  /** The source's own name: an operationId or `GET /path`, an MCP tool's name. Unique in the toolset. */
  readonly id: string;
  /** What the model sees. Unique in the program. */
  readonly name: string;
  /** `name` without the toolset's prefix. It names the file. */
  readonly localName: string;
  readonly title: string;
  readonly description: string;
  readonly input: Schema;
  readonly output: Schema;
  readonly annotations: Annotations;
  readonly approval: "required" | "none";
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Offered to the model only on demand, where a runtime can. */
  readonly lazy: boolean;
  readonly metadata: { readonly [key: string]: Json };
  /** How the answer is cut to size; empty `pick` and `null` leave it whole. */
  readonly trim: { readonly pick: readonly string[]; readonly maxBytes: number | null };
  readonly binding: Binding;
  readonly origin: Origin;
}

/** A JSON Schema 2020-12, and the way from each part of it back to the text. */
export interface Schema {
  readonly json: JsonSchema;
  readonly origin: Origin;
  /** Parts that came from elsewhere than their place under `origin` says; the last that fits wins. */
  readonly moves: readonly Move[];
}

export interface Move {
  readonly at: Path;
  readonly origin: Origin;
}

/** What became of a source's operations. `operations` = `tools` + `excluded` + `failed`. */
export interface Account {
  readonly operations: number;
  readonly tools: number;
  readonly excluded: number;
  readonly failed: number;
  readonly renamed: number;
  /** Parameters whose input has another name, since a model's provider would refuse theirs: each pair of names once. */
  readonly renamedInputs: readonly { readonly name: string; readonly input: string }[];
  readonly webhooks: number;
  readonly callbacks: number;
  /** Fields that the definition has and this version does not know, kept in edits and otherwise passed over: JSON Pointers from it. */
  readonly unknownFields: readonly string[];
  /** Fields that the definition has and that nothing else in here tells of, since only CES acts on them. */
  readonly uncompiledFields: readonly string[];
}
