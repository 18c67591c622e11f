import type { ActionKind } from "./verbs.ts";

/** The data of a tool for the index: its texts, its actions, and the names in its input and output. */
export interface Entry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Empty if the actions are unknown. */
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
  /** The strings of an enum, and the names of members. */
  readonly words: readonly string[];
}

/** An object in the output of a tool, or the objects of an array. */
export interface ReturnedObject {
  /** The names of the member that contains it and of its schemas. */
  readonly names: readonly string[];
  readonly isListed: boolean;
  /** The names of its members. */
  readonly members: readonly string[];
}
