import { ToolError } from "../tool-error.ts";
import { isSetupError, modelMessage } from "./public-message.ts";

/**
 * The error to throw to an SDK that passes error messages to the model: a `ToolError` itself, unless its message is only for the
 * developer. Any other error becomes the `cause` of an error with a general message.
 */
export function publicError(error: unknown): Error {
  return error instanceof ToolError && !isSetupError(error) ? error : new Error(modelMessage(error), { cause: error });
}
