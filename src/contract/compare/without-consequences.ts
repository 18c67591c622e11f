import { member } from "../../source/json/json.ts";
import { pointerOf } from "../../source/tree.ts";
import type { ChangeDraft } from "../changes/change.ts";

/**
 * The changes of one tool without those that only follow from another one: an argument or a member that is gone is neither sent nor
 * described, and has no members, and an argument with another name is another argument. What is left out is never the only breaking change
 * of its argument or result.
 */
export function withoutConsequences(changes: readonly ChangeDraft[]): ChangeDraft[] {
  const breaks = changes.filter(({ kind }) => kind === "narrowed-input" || kind === "widened-output");
  const newlyRequired = new Set(breaks.filter(({ to }) => to === "required").map(({ pointer }) => pointer));
  const removed = new Set(breaks.filter(({ to }) => to === null).map(({ pointer }) => pointer));
  const isBelowRemoved = (pointer: string) => [...removed].some((outer) => pointer.startsWith(`${outer}/`));
  const changed = new Set(breaks.flatMap(({ pointer, about = [] }) => [pointer, ...about.map((name) => `${pointer}${pointerOf([name])}`)]));
  const renamed = new Set(
    changes.flatMap(({ argument, renamed: name }) =>
      argument === undefined || name === undefined ? [] : [inputOf(argument), inputOf(name)],
    ),
  );
  return changes.filter(({ kind, pointer, argument, renamed: name, from, to }) => {
    switch (kind) {
      case "narrowed-input":
        return !isBelowRemoved(pointer) && !(renamed.has(pointer) && (newlyRequired.has(pointer) || removed.has(pointer)));
      case "widened-output":
      case "new-result-value":
        return !isBelowRemoved(pointer) && (to === null || !removed.has(pointer));
      case "changed-request":
        if (pointer === "/binding/body" && from === null) return newlyRequired.size === 0;
        // If the members of the body were arguments, and the body is one now, the arguments that are gone say it.
        if (pointer === "/binding/body" && removed.size > 0 && member(from, "from") === undefined && member(to, "from") !== undefined)
          return false;
        return argument === undefined || name !== undefined || !removed.has(inputOf(argument));
      case "changed-text": {
        const described = pointer.replace(/\/properties$/, "");
        return described === pointer || !(changed.has(described) || renamed.has(described));
      }
      default:
        return true;
    }
  });
}

function inputOf(argument: string): string {
  return `/input${pointerOf([argument])}`;
}
