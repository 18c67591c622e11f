import type { Annotations, Binding, Endpoint } from "../runtime/binding.ts";
import type { Json, JsonObject, JsonSchema } from "../source/json/json.ts";
import type { Origin, Path } from "../source/tree.ts";

/**
 * The input of every target: references are resolved, names assigned, defaults filled in. No field is optional, so a target needs no
 * defaults of its own. No value is a secret.
 */
export interface Program {
  readonly toolsets: readonly Toolset[];
  /** The tools that each agent of an exported app may use. */
  readonly agents: readonly Group[];
  /**
   * The paths of source files in the output are relative to this folder, so that the output does not depend on the working directory. It is
   * empty for the root of the project. For a document that is compiled without a definition, it is the document's folder, with a `/` at its
   * end.
   */
  readonly folder: string;
}

/** The tools of one definition. */
export interface Toolset {
  /** `tool` for a standalone Tool resource, which becomes a toolset of one tool with its own output folder. */
  readonly resource: "toolset" | "tool";
  /** The name of the toolset and of its output folder. Unique in the program without regard to case. */
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly endpoint: Endpoint;
  /** The schemas that tools share. Any schema of this toolset can refer to a shared schema with `#/$defs/<name>`. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly tools: readonly Tool[];
  /** A group of tools for each tag. Tags that the document describes come first, in the document's order. */
  readonly groups: readonly Group[];
  readonly account: Account;
  readonly origin: Origin;
}

/**
 * The part of a toolset that rules about the project, and files about several toolsets, may read. Except for the origin, it is plain data
 * that can be stored. If a toolset has not changed, its stored summary is read, and the toolset is not compiled again.
 */
export interface ToolsetSummary extends Pick<Toolset, "resource" | "name" | "displayName" | "description" | "account" | "origin"> {
  readonly endpoint: Pick<Endpoint, "kind">;
  readonly tools: readonly ToolSummary[];
}

export type ToolSummary = Pick<Tool, "id" | "name" | "localName" | "origin">;

/** A program with a summary in place of each toolset. Every `Program` also has this type. */
export interface ProgramSummary extends Pick<Program, "agents" | "folder"> {
  readonly toolsets: readonly ToolsetSummary[];
}

/** A named set of tools. `tools` has the `name` of each tool. */
export interface Group {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
}

/** A tool: what the model sees of it, and how it is executed. */
export interface Tool {
  /** The name in the document or definition: an operationId or `GET /path`, or the name of an MCP tool. Unique in the toolset. */
  readonly id: string;
  /** The name for the model. Unique in the program. */
  readonly name: string;
  /** `name` without the prefix of the toolset. It is the name of the output file. */
  readonly localName: string;
  readonly title: string;
  /** The description for the model: plain text. It includes the summary of an operation if the summary adds words. */
  readonly description: string;
  /** The authored description, for documentation. */
  readonly documentation: string;
  readonly input: Schema;
  readonly output: Schema;
  readonly annotations: Annotations;
  readonly approval: "required" | "none";
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Whether the tool is loaded for the model only on demand, if an agent runtime supports it. */
  readonly lazy: boolean;
  readonly metadata: { readonly [key: string]: Json };
  /** Example inputs that `input` accepts. If one of them has only the required properties, it is the first. */
  readonly examples: readonly JsonObject[];
  /** How the result is reduced. An empty `pick` keeps all members. If `maxBytes` is `null`, the limit is that of the run-time library. */
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
  /** The subschemas that come from another place than their path under `origin`. If several moves apply to a path, the last one counts. */
  readonly moves: readonly Move[];
}

/** A part of a schema that comes from another place than the schema around it. `at` is the path of the part in the schema. */
export interface Move {
  readonly at: Path;
  readonly origin: Origin;
}

/** How many operations of a toolset became tools. `operations` = `tools` + `excluded` + `failed`. */
export interface Account {
  readonly operations: number;
  readonly tools: number;
  readonly excluded: number;
  readonly failed: number;
  readonly renamed: number;
  /**
   * Parameters whose input property has another name, because a model provider would reject the parameter's name or because names conflict.
   * Each combination of `name` and `input` occurs once.
   */
  readonly renamedInputs: readonly { readonly name: string; readonly input: string }[];
  readonly webhooks: number;
  readonly callbacks: number;
  /**
   * JSON Pointers, relative to the definition, of fields that this version of the compiler does not know. The compiler ignores these
   * fields, but its edits of the definition keep them.
   */
  readonly unknownFields: readonly string[];
  /** Fields of the definition that are not compiled, because only CES uses them. */
  readonly uncompiledFields: readonly string[];
}
