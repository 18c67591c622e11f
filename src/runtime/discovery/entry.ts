import type { ActionKind } from "./verbs.ts";

/** A tool as the index sees it: its texts, what it does, and the names of what it takes and returns. */
export interface Entry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Empty if it is not known. */
  readonly actions: readonly ActionKind[];
  /** The path template, such as `/pets/{id}`; empty for a tool that is no HTTP operation. */
  readonly path: string;
  readonly parameters: readonly EntryParameter[];
  readonly returned: readonly ReturnedObject[];
}

export interface EntryParameter {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** The texts of an enum, and the names of members. */
  readonly words: readonly string[];
}

/** An object in the answer of a tool, or each of those in a list. */
export interface ReturnedObject {
  /** The names of the member that holds it and of its schemas. */
  readonly names: readonly string[];
  readonly isListed: boolean;
  /** The names of its members. */
  readonly members: readonly string[];
}
