import type { PagesBinding } from "../binding.ts";
import type { Auth, Context } from "../context.ts";
import { isRecord } from "../json.ts";
import { composeTool } from "../tool/define-tool.ts";
import type { Tool, ToolDefinition } from "../tool/tool.ts";
import { sentError } from "../tool-error.ts";
import { collectPages } from "./collect-pages.ts";
import { walkPages } from "./walk-pages.ts";

/** A tool that returns a list whose pages are known. `Items` is the path of the items in the output. */
export interface ListTool<
  Input = unknown,
  Output = unknown,
  Name extends string = string,
  Approval extends "required" | "none" = "required" | "none",
  Schemes extends Auth = Auth,
  Items extends readonly string[] = readonly string[],
> extends Tool<Input, Output, Name, Approval, Schemes> {
  /**
   * The items of the list, from the page that `input` asks for to the last one. Each page is a call of `execute`, made when the items of the
   * page before it were taken; to leave the loop ends the requests. Throws what `execute` throws, and a `ToolError` with the code
   * `invalid-response` if the service returns a page twice, or continues the list at another address.
   */
  pages(input: Input, context?: Context): AsyncGenerator<ItemOf<Output, Items>, void>;
}

/** The type of the items at a path; `unknown` if the type of the output has no array there. */
export type ItemOf<Output, Path extends readonly string[]> = [ItemsAt<Output, Path>] extends [never] ? unknown : ItemsAt<Output, Path>;

type ItemsAt<Value, Path extends readonly string[]> = Path extends readonly [
  infer Name extends string,
  ...infer Rest extends readonly string[],
]
  ? Value extends { readonly [Each in Name]?: infer Inner }
    ? ItemsAt<NonNullable<Inner>, Rest>
    : never
  : Value extends readonly (infer Item)[]
    ? Item
    : never;

/** `composeTool` for a tool that returns a list whose pages are known. */
export function composeList<
  Input,
  Output,
  Name extends string,
  Approval extends "required" | "none",
  Schemes extends Auth,
  Items extends readonly string[],
>(definition: ToolDefinition): ListTool<Input, Output, Name, Approval, Schemes, Items> {
  return withPages<Input, Output, Name, Approval, Schemes, Items>(composeTool(definition));
}

/** Adds `pages` to a tool whose pages are known. With limits in its binding, each of its calls follows the pages up to them. */
export function withPages<
  Input,
  Output,
  Name extends string,
  Approval extends "required" | "none",
  Schemes extends Auth,
  Items extends readonly string[],
>(tool: Tool<Input, Output, Name, Approval, Schemes>): ListTool<Input, Output, Name, Approval, Schemes, Items> {
  const { execute } = tool;
  return Object.assign(tool, {
    execute: async (input: Input, context: Context = {}): Promise<Output> => {
      const { collect, ...pages } = pagesOf(tool);
      if (collect === undefined) return execute(input, context);
      const call = (given: unknown, within: Context) => execute(given as Input, within); // `execute` validates it.
      // The cast is safe: it is the output of the last page, with more items of the same type.
      return (await collectPages({ ...pages, collect }, call, input, context)) as Output;
    },
    // A method, so that the tools that `bindTools` returns follow pages with their own context.
    pages(this: Tool<Input, Output>, input: Input, context?: Context) {
      // The cast is safe: the compiler writes the path of the items both into the binding and as a type argument.
      return readItems(this, input, context) as AsyncGenerator<ItemOf<Output, Items>, void>;
    },
  });
}

async function* readItems<Input>(tool: Tool<Input>, input: Input, context: Context | undefined): AsyncGenerator<unknown, void> {
  // Invalid arguments are reported by the first call.
  const call = (given: unknown) => tool.execute(given as Input, context);
  if (!isRecord(input)) {
    await call(input);
    return;
  }
  for await (const { items, problem } of walkPages(pagesOf(tool), input, call)) {
    yield* items;
    if (problem !== undefined) throw sentError("invalid-response", problem, tool.name);
  }
}

function pagesOf({ binding, name }: Pick<Tool, "binding" | "name">): PagesBinding {
  if (binding.transport === "http" && binding.pages) return binding.pages;
  throw new Error(`The binding of tool "${name}" does not say how its pages follow each other. Compile the toolset again.`);
}
