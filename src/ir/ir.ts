import type { Annotations, Binding, Endpoint } from "../runtime/binding.ts";
import type { Json, JsonObject, JsonSchema } from "../source/json.ts";
import type { Origin, Path } from "../source/tree.ts";

/**
 * The input of every target: references are resolved, names assigned, defaults filled in.
 * Nothing here is optional, so a target needs no defaults of its own, and nothing is a secret.
 */
export interface Program {
  readonly toolsets: readonly Toolset[];
  /** The tools that each agent of an exported app may use. */
  readonly agents: readonly Group[];
  /**
   * The folder to which source paths in the output are relative, empty or with a `/` at its end: the project's root, or for a single
   * document its folder, so that the output does not depend on the working directory.
   */
  readonly folder: string;
}

export interface Toolset {
  /** A standalone Tool resource becomes a toolset of one tool, with its own folder. */
  readonly resource: "toolset" | "tool";
  /** Unique in the program without regard to case. The name of the folder. */
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly endpoint: Endpoint;
  /** The schemas that tools share. `#/$defs/<name>` in any schema of this toolset refers to them. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly tools: readonly Tool[];
  /** By tag, in the document's order. */
  readonly groups: readonly Group[];
  readonly account: Account;
  readonly origin: Origin;
}

/**
 * All that is read of a toolset where others are compiled: by rules about the project, and for files about several toolsets. Data, but for
 * its origin, so that the result of a former run can take the place of the toolset.
 */
export interface ToolsetSummary extends Pick<Toolset, "resource" | "name" | "displayName" | "description" | "account" | "origin"> {
  readonly endpoint: Pick<Endpoint, "kind">;
  readonly tools: readonly ToolSummary[];
}

export type ToolSummary = Pick<Tool, "id" | "name" | "localName" | "origin">;

/** A program by the summaries of its toolsets. Every program is one. */
export interface ProgramSummary extends Pick<Program, "agents" | "folder"> {
  readonly toolsets: readonly ToolsetSummary[];
}

/** A named set of tools, by `Tool.name`. */
export interface Group {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
}

export interface Tool {
  /** The name in the source: an operationId or `GET /path`, or the name of an MCP tool. Unique in the toolset. */
  readonly id: string;
  /** The name for the model. Unique in the program. */
  readonly name: string;
  /** `name` without the toolset's prefix. The name of the file. */
  readonly localName: string;
  readonly title: string;
  /** The description for the model: plain text, with the summary of an operation if that adds words. */
  readonly description: string;
  /** The authored description, for documentation. */
  readonly documentation: string;
  readonly input: Schema;
  readonly output: Schema;
  readonly annotations: Annotations;
  readonly approval: "required" | "none";
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Whether the tool is loaded for the model only on demand, if a runtime supports it. */
  readonly lazy: boolean;
  readonly metadata: { readonly [key: string]: Json };
  /** Example inputs that `input` accepts: the first has only what is required, others have more. */
  readonly examples: readonly JsonObject[];
  /** How the result is reduced. An empty `pick` keeps all members; `null` sets no limit. */
  readonly trim: { readonly pick: readonly string[]; readonly maxBytes: number | null };
  readonly binding: Binding;
  readonly origin: Origin;
}

/** A JSON Schema 2020-12, with the origins of its parts. */
export interface Schema {
  /** The schema for models: its descriptions are plain text. */
  readonly json: JsonSchema;
  /** The same schema with the authored descriptions, for documentation. */
  readonly documented: JsonSchema;
  readonly origin: Origin;
  /** Parts whose origin is not at the same path under `origin`; the last match wins. */
  readonly moves: readonly Move[];
}

export interface Move {
  readonly at: Path;
  readonly origin: Origin;
}

/** How many operations of a source became tools. `operations` = `tools` + `excluded` + `failed`. */
export interface Account {
  readonly operations: number;
  readonly tools: number;
  readonly excluded: number;
  readonly failed: number;
  readonly renamed: number;
  /** Parameters whose input property has another name, because a model provider would reject the parameter's: each pair of names once. */
  readonly renamedInputs: readonly { readonly name: string; readonly input: string }[];
  readonly webhooks: number;
  readonly callbacks: number;
  /** JSON Pointers, from the definition, of its fields that this version does not know. They are kept in edits and otherwise ignored. */
  readonly unknownFields: readonly string[];
  /** Fields of the definition that are not compiled, because only CES uses them. */
  readonly uncompiledFields: readonly string[];
}
