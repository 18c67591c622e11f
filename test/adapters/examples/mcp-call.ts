import type { Context } from "toolsetc/runtime";
import { mcp } from "toolsetc/runtime/mcp";
import { everything } from "../../../generated/index.ts";

export async function echoed(message: string, context: Context): Promise<unknown> {
  const { result } = await everything.echo.execute({ message }, { ...context, onProgress: console.log });
  await mcp.close();
  return result;
}
