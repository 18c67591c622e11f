import { ToolError } from "../tool-error.ts";
import { isSetupError, publicMessage } from "./public-message.ts";

/**
 * The error to throw into an SDK that tells the model whatever an error says: a `ToolError` as it is, unless it is for the developer alone;
 * any other as the cause of one that says nothing of it.
 */
export function publicError(error: unknown): Error {
  return error instanceof ToolError && !isSetupError(error) ? error : new Error(publicMessage(error), { cause: error });
}
