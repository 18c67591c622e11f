import { publicMessage } from "../../result/public-message.ts";
import { modelOutput, resultText } from "../../result/result-text.ts";
import type { Tool } from "../../tool.ts";
import { ToolError } from "../../tool-error.ts";
import type { ContentItem, ToolCallResult } from "./wire.ts";

/** `v2` is the protocol since tagged declarations, `legacy` the one before. */
export type Wire = "v2" | "legacy";

/** The answer of a call that was made. The model is given the text, which is never missing, and an image as an image. */
export function success(tool: Tool, output: unknown, wire: Wire): ToolCallResult {
  const image = imageOf(output);
  const text = image === undefined ? resultText(tool, output) : `The answer is an image of type ${image.mediaType}.`;
  // An answer that is cut to nothing is still an answer.
  const contentItems: ContentItem[] = [{ type: "text", text: text || "The answer is empty." }, ...(image === undefined ? [] : [image])];
  if (output === undefined) return { success: true, contentItems };
  // Before v2 the model was given the structured result too.
  return wire === "v2"
    ? { success: true, contentItems, structuredContent: output }
    : { success: true, contentItems, structuredResult: modelOutput(tool, output) };
}

/** `errorCode` is the code of a `ToolError` in the manner of DotCraft, `HttpError` for `http-error`; any other error is `AdapterToolCallFailed`. */
export function failure(error: unknown): ToolCallResult {
  if (error instanceof AppBindingError) return appBindingFailure(error);
  const message = publicMessage(error);
  if (!(error instanceof ToolError)) return refusal("AdapterToolCallFailed", message);
  return refusal(pascalCase(error.code), message);
}

/** A failed call. The text says the same to models of clients that know no codes. */
export function refusal(errorCode: string, errorMessage: string): ToolCallResult {
  return { success: false, errorCode, errorMessage, contentItems: [{ type: "text", text: `${errorCode}: ${errorMessage}` }] };
}

/** What an App Binding can say of a failure. */
export type AppBindingCode =
  | "AppBindingOffline"
  | "AppBindingExpired"
  | "AppBindingRevoked"
  | "AppBindingScopeDenied"
  | "AppBindingToolUnavailable"
  | "AppBindingProtocolViolation";

/** Throw it from a handler or a hook to say what has become of the app behind a tool. */
export class AppBindingError extends Error {
  override readonly name = "AppBindingError";
  readonly code: AppBindingCode;

  constructor(code: AppBindingCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The same for tools of an App Binding, whose clients know six codes and read the details from `structuredContent`. */
export function appBindingFailure(error: unknown): ToolCallResult {
  if (error instanceof AppBindingError) return { ...refusal(error.code, error.message), structuredContent: { code: error.code } };
  const details = error instanceof ToolError ? { code: error.code, sent: error.sent } : { code: "AdapterToolCallFailed" };
  return { ...refusal(appBindingCode(error), publicMessage(error)), structuredContent: details };
}

function appBindingCode(error: unknown): AppBindingCode {
  if (!(error instanceof ToolError)) return "AppBindingToolUnavailable";
  switch (error.code) {
    case "network-error":
    case "timeout":
    case "missing-base-url":
      return "AppBindingOffline";
    case "authorization-failed":
      return "AppBindingExpired";
    case "http-error":
      return error.details["status"] === 401
        ? "AppBindingExpired"
        : error.details["status"] === 403
          ? "AppBindingScopeDenied"
          : "AppBindingToolUnavailable";
    case "invalid-arguments":
    case "missing-path-parameter":
    case "unsafe-path":
    case "unsafe-header":
    case "invalid-answer":
      return "AppBindingProtocolViolation";
    default:
      return "AppBindingToolUnavailable";
  }
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|-)(.)/g, (_match, letter: string) => letter.toUpperCase());
}

/** A binary answer that is an image. */
function imageOf(output: unknown): Extract<ContentItem, { type: "image" }> | undefined {
  if (typeof output !== "object" || output === null) return undefined;
  const [mediaType, base64]: unknown[] = [Reflect.get(output, "mediaType"), Reflect.get(output, "base64")];
  if (typeof mediaType !== "string" || !mediaType.startsWith("image/") || typeof base64 !== "string") return undefined;
  return { type: "image", mediaType, dataBase64: base64 };
}
