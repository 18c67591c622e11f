import type { Context, ListTool } from "toolsetc/runtime";

/** The first items of a list that meet a condition. Pages after the last of them are not requested. */
export async function firstOf<Input, Output, Name extends string, Approval extends "required" | "none", Path extends readonly string[]>(
  list: ListTool<Input, Output, Name, Approval, never, Path>,
  input: Input,
  { most, isMeant, context }: { readonly most: number; readonly isMeant: (item: unknown) => boolean; readonly context: Context },
): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of list.pages(input, context)) {
    if (isMeant(item)) found.push(item);
    if (found.length === most) break;
  }
  return found;
}
