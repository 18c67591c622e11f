import type { ActionKind } from "./verbs.ts";

/** The data of a tool that the index contains: its texts, its actions, and the names in its input and output schemas. */
export interface Entry {
  /** The identifier in the document or the definition, such as an `operationId`. */
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** What the tool does; empty if this is unknown. */
  readonly actions: readonly ActionKind[];
  /** The path template, such as `/pets/{id}`; empty for a tool that is not an HTTP operation. */
  readonly path: string;
  readonly parameters: readonly EntryParameter[];
  readonly returned: readonly ReturnedObject[];
}

export interface EntryParameter {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** The strings of the parameter's enum, and the names of its members. */
  readonly words: readonly string[];
}

/** An object in the output of a tool, or the objects that are the items of an array in the output. */
export interface ReturnedObject {
  /** The name of the member that contains the object, and the names of the schemas that describe it. */
  readonly names: readonly string[];
  readonly isListed: boolean;
  /** The names of the object's members. */
  readonly members: readonly string[];
}
