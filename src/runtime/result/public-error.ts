import { ToolError } from "../tool-error.ts";
import { publicMessage } from "./public-message.ts";

/** The error to throw into an SDK that tells the model whatever an error says: a `ToolError` as it is, any other as the cause of one that says nothing of it. */
export function publicError(error: unknown): Error {
  return error instanceof ToolError ? error : new Error(publicMessage(error), { cause: error });
}
