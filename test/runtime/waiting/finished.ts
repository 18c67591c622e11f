import type { Context, Tool } from "toolsetc/runtime";

/** Makes a call whose work may take longer than one call waits, and goes on until it is done or has been asked for `most` times. */
export async function finished<Input extends { readonly _waiting?: string }, Output extends object>(
  tool: Tool<Input, Output>,
  input: Input,
  { most, context }: { readonly most: number; readonly context: Context },
): Promise<Output> {
  let result = await tool.execute(input, context);
  for (let asked = 1; asked < most && "_waiting" in result; asked++) {
    // The handle is a string. With it, nothing is begun a second time.
    result = await tool.execute({ ...input, _waiting: String(result._waiting) }, context);
  }
  return result;
}
