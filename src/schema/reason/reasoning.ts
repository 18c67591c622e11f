import { pointerOf } from "../../source/tree.ts";
import type { SchemaPlace } from "../convert/converted.ts";
import { type Budget, createBudget } from "./budget.ts";

/** A question about a schema that was not answered, because the answer would take too many steps. */
export interface OpenQuestion {
  /** The question as a clause, such as "whether some value matches this schema". */
  readonly question: string;
  readonly place: SchemaPlace;
}

/** All reasoning about the schemas of a toolset while it is compiled: the steps that it may take, and the questions that it left open. */
export interface Reasoning {
  readonly budget: Budget;
  readonly leaveOpen: (question: string, place: SchemaPlace) => void;
  /** The open questions, one for each schema, in the order in which they were asked. */
  readonly openQuestions: () => readonly OpenQuestion[];
}

export function createReasoning(budget: Budget = createBudget()): Reasoning {
  const open = new Map<string, OpenQuestion>();
  return {
    budget,
    leaveOpen: (question, place) => {
      const { tree, path } = place;
      const key = JSON.stringify([tree.source.path, tree.within?.path, pointerOf(path)]);
      if (!open.has(key)) open.set(key, { question, place });
    },
    openQuestions: () => [...open.values()],
  };
}
