import type { Context } from "toolsetc/runtime";
import { mcp } from "toolsetc/runtime/mcp";
import { echo } from "../../../generated/toolsets/everything/index.ts";

export async function echoed(message: string, context: Context): Promise<unknown> {
  const { result } = await echo.execute({ message }, { ...context, onProgress: console.log });
  await mcp.close();
  return result;
}
