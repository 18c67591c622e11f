import { brand, isBranded } from "../../brand.ts";
import { mediaContent, withoutBytes } from "../../result/content.ts";
import { blockText, type ContentBlock, fileIn } from "../../result/content-block.ts";
import { publicMessage } from "../../result/public-message.ts";
import { modelOutput, resultText } from "../../result/result-text.ts";
import type { Tool } from "../../tool/tool.ts";
import { ToolError } from "../../tool-error.ts";
import type { ContentItem, ToolCallResult } from "./wire.ts";

/** `v2` is the protocol since tagged declarations, `legacy` the one before. */
export type Wire = "v2" | "legacy";

/** The answer of a call that was made. The model is given the text, which is never missing, and an image as an image. */
export function success(tool: Tool, output: unknown, wire: Wire): ToolCallResult {
  const content = mediaContent(tool, output) ?? [{ type: "text", text: resultText(tool, output) }];
  const images = content.flatMap(imageOf);
  const texts = content.filter((block) => imageOf(block).length === 0).map(blockText);
  const only = `The answer is an image of type ${images[0]?.mediaType}.`;
  // An answer that is cut to nothing is still an answer.
  const text = texts.join("\n") || (images.length === 0 ? "The answer is empty." : only);
  const contentItems: ContentItem[] = [{ type: "text", text }, ...images];
  if (output === undefined) return { success: true, contentItems };
  // Before v2 the model was given the structured result too.
  return wire === "v2"
    ? { success: true, contentItems, structuredContent: output }
    : { success: true, contentItems, structuredResult: withoutBytes(modelOutput(tool, output)) };
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

  /** Also those of another copy of this library. */
  static override [Symbol.hasInstance](value: unknown): value is AppBindingError {
    // biome-ignore lint/complexity/noThisInStatic: a class that is derived from this one is asked for its own.
    return super[Symbol.hasInstance](value) || (this === AppBindingError && isBranded(value, "AppBindingError"));
  }

  constructor(code: AppBindingCode, message: string) {
    super(message);
    brand(this, "AppBindingError");
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

function imageOf(block: ContentBlock): Extract<ContentItem, { type: "image" }>[] {
  const file = fileIn(block);
  return file?.mediaType.startsWith("image/") ? [{ type: "image", mediaType: file.mediaType, dataBase64: file.base64 }] : [];
}
