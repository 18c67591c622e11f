import { brand, isBranded } from "../../brand.ts";
import { mediaContent, withoutBytes } from "../../result/content.ts";
import { blockText, type ContentBlock, fileIn } from "../../result/content-block.ts";
import { modelMessage } from "../../result/public-message.ts";
import { modelOutput, resultText } from "../../result/result-text.ts";
import type { Tool } from "../../tool/tool.ts";
import { ToolError } from "../../tool-error.ts";
import type { ContentItem, ToolCallResult } from "./wire.ts";

/**
 * The version of DotCraft's protocol for declarations and results: in `v2`, each declaration has a `type`; `legacy` is the version before
 * `v2`.
 */
export type Wire = "v2" | "legacy";

/** The result of a successful call. The model receives a text, which is never empty, and images. */
export function success(tool: Tool, output: unknown, wire: Wire): ToolCallResult {
  const content = mediaContent(tool, output) ?? [{ type: "text", text: resultText(tool, output) }];
  const images = content.flatMap(imageOf);
  const texts = content.filter((block) => imageOf(block).length === 0).map(blockText);
  // The text must not be empty.
  const text =
    texts.join("\n") || (images.length === 0 ? "The result is empty." : `The result is an image of type ${images[0]?.mediaType}.`);
  const contentItems: ContentItem[] = [{ type: "text", text }, ...images];
  if (output === undefined) return { success: true, contentItems };
  // Before v2, the structured result is sent to the model too, so it is shortened like the text.
  return wire === "v2"
    ? { success: true, contentItems, structuredContent: output }
    : { success: true, contentItems, structuredResult: withoutBytes(modelOutput(tool, output)) };
}

/**
 * The result of a failed call. `errorCode` is the code of the `ToolError` in Pascal case, such as `HttpError` for `http-error`. For any
 * other error, it is `AdapterToolCallFailed`.
 */
export function failure(error: unknown): ToolCallResult {
  if (error instanceof AppBindingError) return appBindingFailure(error);
  const message = modelMessage(error);
  if (!(error instanceof ToolError)) return rejectedCall("AdapterToolCallFailed", message);
  return rejectedCall(pascalCase(error.code), message);
}

/**
 * The result of a call that failed or was not made. The text contains the error code and the message too, for clients that do not support
 * error codes.
 */
export function rejectedCall(errorCode: string, errorMessage: string): ToolCallResult {
  return { success: false, errorCode, errorMessage, contentItems: [{ type: "text", text: `${errorCode}: ${errorMessage}` }] };
}

/** The error codes of App Bindings. */
export type AppBindingCode =
  | "AppBindingOffline"
  | "AppBindingExpired"
  | "AppBindingRevoked"
  | "AppBindingScopeDenied"
  | "AppBindingToolUnavailable"
  | "AppBindingProtocolViolation";

/** An error that a handler or a hook throws to report the state of the app that a tool calls. */
export class AppBindingError extends Error {
  override readonly name = "AppBindingError";
  readonly code: AppBindingCode;

  /** `instanceof` also recognizes errors of another copy of this library. */
  static override [Symbol.hasInstance](value: unknown): value is AppBindingError {
    // biome-ignore lint/complexity/noThisInStatic: a derived class must recognize only its own instances.
    return super[Symbol.hasInstance](value) || (this === AppBindingError && isBranded(value, "AppBindingError"));
  }

  constructor(code: AppBindingCode, message: string) {
    super(message);
    brand(this, "AppBindingError");
    this.code = code;
  }
}

/**
 * The result of a failed call of a tool of an App Binding. Clients of App Bindings support only the six codes in `AppBindingCode`, and read
 * details from `structuredContent`.
 */
export function appBindingFailure(error: unknown): ToolCallResult {
  if (error instanceof AppBindingError) return { ...rejectedCall(error.code, error.message), structuredContent: { code: error.code } };
  const details = error instanceof ToolError ? { code: error.code, sent: error.sent } : { code: "AdapterToolCallFailed" };
  return { ...rejectedCall(appBindingCode(error), modelMessage(error)), structuredContent: details };
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
    case "invalid-response":
      return "AppBindingProtocolViolation";
    default:
      return "AppBindingToolUnavailable";
  }
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|-)(.)/g, (_match, letter: string) => letter.toUpperCase());
}

function imageOf(block: ContentBlock): Extract<ContentItem, { type: "image" }>[] {
  const file = fileIn(block);
  return file?.mediaType.startsWith("image/") ? [{ type: "image", mediaType: file.mediaType, dataBase64: file.base64 }] : [];
}
