import { ToolError } from "../tool-error.ts";
import { isSetupError, modelMessage } from "./public-message.ts";

/**
 * The error to throw to an SDK that passes error messages to the model. It is `error` if that is a `ToolError` whose message the model may
 * see. Any other error becomes the `cause` of an error with a general message.
 */
export function publicError(error: unknown): Error {
  return error instanceof ToolError && !isSetupError(error) ? error : new Error(modelMessage(error), { cause: error });
}
