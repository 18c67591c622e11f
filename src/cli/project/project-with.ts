import { namesInMessage } from "../../runtime/names-in-message.ts";
import { shellWord } from "../../source/text/shell-word.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Of several projects, the one that has something, such as a tool; `undefined` if none has it. Throws if several have it: a name that is
 * unique in a project may stand for another thing in the next one. `what` is for the message, such as `tool "get_pet"`.
 */
export async function projectWith(
  what: string,
  projects: readonly string[],
  has: (project: string) => Promise<boolean>,
): Promise<string | undefined> {
  const found: string[] = [];
  for (const project of projects) if (await has(project)) found.push(project);
  const [first, ...others] = found;
  if (first === undefined || others.length === 0) return first;
  throw new UsageError(
    `${found.length} projects have a ${what}: ${namesInMessage(found)}. Name one of them as the path, such as ${shellWord(first)}.`,
  );
}
