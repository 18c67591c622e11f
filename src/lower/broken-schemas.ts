import { type Code, type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { type Origin, pointerOf, type Tree } from "../source/tree.ts";

const brokenInput: Code<{ operations: readonly string[]; total: number }> = {
  code: "broken-input-schema",
  severity: "error",
  message: ({ operations, total }) => {
    const named = `${operations.map((name) => `"${name}"`).join(", ")}${total > operations.length ? ` and ${total - operations.length} more` : ""}`;
    return total === 1
      ? `The operation ${named} is left out: its input needs what is at fault here.`
      : `${total} operations are left out, whose inputs need what is at fault here: ${named}.`;
  },
  help: "Without this schema nobody knows what the service takes. Correct it here, and they are back.",
};

const brokenOutput: Code<{ operations: readonly string[]; total: number }> = {
  code: "broken-output-schema",
  severity: "warning",
  message: ({ operations, total }) => {
    const named = `${operations.map((name) => `"${name}"`).join(", ")}${total > operations.length ? ` and ${total - operations.length} more` : ""}`;
    return total === 1
      ? `The output of "${operations[0]}" is unknown, because of what is at fault here.`
      : `The outputs of ${total} operations are unknown, because of what is at fault here: ${named}.`;
  },
  help: "They are compiled, and any answer is accepted. Correct the schema here to have their outputs typed.",
};

export const brokenSchemaCodes: readonly Code<never>[] = [brokenInput, brokenOutput];

/** An operation whose schemas reach what is at fault. */
export interface Reach {
  readonly toolset: string;
  readonly operation: string;
  readonly place: Origin;
  readonly side: "input" | "output";
  readonly broken: readonly Origin[];
}

/** How many operations a message names itself; the others are its related places. */
const named = 10;

/** Each fault once, with all the operations that it costs, in whatever toolsets they are. */
export function reportBroken(reaches: readonly Reach[]): Diagnostic[] {
  return [
    ...bySide(reaches, "input").map((each) => explain(each, brokenInput)),
    ...bySide(reaches, "output").map((each) => explain(each, brokenOutput)),
  ];
}

interface Cost {
  readonly fault: Origin;
  readonly reaches: Reach[];
}

function bySide(reaches: readonly Reach[], side: Reach["side"]): Cost[] {
  const costs = new Map<Tree, Map<string, Cost>>();
  for (const reach of reaches) {
    if (reach.side !== side) continue;
    for (const fault of reach.broken) {
      const ofTree = costs.get(fault.tree) ?? new Map<string, Cost>();
      costs.set(fault.tree, ofTree);
      const pointer = pointerOf(fault.path);
      const cost = ofTree.get(pointer);
      if (cost === undefined) ofTree.set(pointer, { fault, reaches: [reach] });
      else if (cost.reaches.at(-1) !== reach) cost.reaches.push(reach);
    }
  }
  return [...costs.values()].flatMap((ofTree) => [...ofTree.values()]);
}

function explain({ fault, reaches }: Cost, code: typeof brokenInput): Diagnostic {
  const operations = [...new Set(reaches.map(({ operation }) => operation))];
  const toolsets = new Set(reaches.map(({ toolset }) => toolset));
  const [toolset] = toolsets;
  const rest = new Set(operations.slice(named));
  const related = reaches
    .filter(({ operation }) => rest.delete(operation))
    .map(({ operation, place }) => ({ message: `"${operation}"`, place }));
  const params = { operations: operations.slice(0, named), total: operations.length };
  return diagnostic(code, params, fault, { related, ...(toolsets.size === 1 ? { toolset } : {}) });
}
