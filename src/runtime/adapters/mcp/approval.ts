import { canonicalJson, isRecord } from "../../json.ts";
import type { ApprovalRequest, Approve } from "../../tool/approval.ts";
import { unsentError } from "../../tool-error.ts";

/** The parameters of MCP's `elicitation/create`. A form without fields is a question that the user accepts or declines. */
export interface ElicitationForm {
  [member: string]: unknown;
  message: string;
  requestedSchema: { type: "object"; properties: Record<string, never> };
}

/** Asks the user of the client about one call. `about` identifies the call: its tool and arguments. */
export type AskUser = (question: ElicitationForm, about: string) => Promise<boolean>;

/**
 * Decides on calls that need approval. With `elicit`, the server asks the user by MCP's elicitation, which is the default if the client
 * declares it. With `client`, the client has asked its user before it sent the call, so every call that arrives is approved.
 */
export function approveByMcp(approval: "elicit" | "client" | undefined, capabilities: unknown, ask: AskUser): Approve {
  const canAsk = supportsForms(capabilities);
  return async (request) => {
    const { name, input } = request;
    if (approval === "client" || (approval === undefined && !canAsk)) return true;
    if (!canAsk) throw unasked(name, "this client declares no elicitation, by which the server asks its user. Use a client that does");
    try {
      return await ask(questionOf(request), canonicalJson([name, input]));
    } catch (error) {
      if (error instanceof InputRequired) throw error;
      // Some clients declare elicitation also if their program does not handle it.
      throw unasked(name, "this client could not ask its user, although it declares elicitation. Let it handle elicitation");
    }
  };
}

function unasked(name: string, reason: string): Error {
  const otherwise = 'or, if the client itself asks before each call, start the server with the approval "client"';
  return unsentError("declined", `Nothing was done: "${name}" needs approval, and ${reason}, ${otherwise}.`, name);
}

/** The milliseconds that a user has to answer: people take longer than the SDKs' limit of a minute. */
export const longestAnswer = 600_000;

/** Whether a client declares forms. A client that declares no mode of elicitation supports forms (MCP 2025-11-25, Elicitation). */
function supportsForms(capabilities: unknown): boolean {
  const elicitation = isRecord(capabilities) ? capabilities["elicitation"] : undefined;
  return isRecord(elicitation) && (elicitation["form"] !== undefined || elicitation["url"] === undefined);
}

/** How many characters of the arguments a question shows. */
const maxShown = 4000;

function questionOf({ name, input }: ApprovalRequest): ElicitationForm {
  const text = visible(JSON.stringify(input));
  const shown = text.length <= maxShown ? text : `${text.slice(0, maxShown)}… (${text.length - maxShown} more characters)`;
  return { message: `Call ${name} with ${shown}?`, requestedSchema: { type: "object", properties: {} } };
}

/** Writes characters that a reader does not see as escape sequences of JSON. */
function visible(json: string): string {
  return json.replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (found) =>
    [...Array(found.length).keys()].map((index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** Thrown by `approve` if the result of a request is a question, after which the client repeats the request with the answer. */
export class InputRequired extends Error {
  readonly result: { [member: string]: unknown };
  constructor(result: { [member: string]: unknown }) {
    super("The client must answer a question.");
    this.result = result;
  }
}
