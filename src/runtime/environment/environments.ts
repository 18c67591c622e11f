import type { Call } from "../call.ts";
import type { Overlay } from "../context.ts";
import { namesInMessage } from "../names-in-message.ts";
import { type ToolError, unsentError } from "../tool-error.ts";
import { environmentPlaceholder, memberAt } from "./defined-member.ts";

/**
 * The value of a member of the toolset's definition in the chosen environment; `undefined` if the definition has no such member. Throws if
 * the member is a placeholder without a value. If no environment is chosen and the caller passes `baseUrl`, a placeholder is `undefined`
 * instead.
 */
export function memberInEnvironment(path: readonly string[], call: Call<unknown>): unknown {
  const authored = memberAt(call.toolset.endpoint.definition, path);
  const overlay = chosenOverlay(call);
  const value = (overlay === undefined ? undefined : memberAt(overlay, path)) ?? authored;
  if (value !== environmentPlaceholder) return value;
  if (overlay === undefined && call.context.baseUrl !== undefined) return undefined;
  throw missingEnvironment(path, call);
}

/** The error for a member that has no value in the chosen environment. */
export function missingEnvironment(path: readonly string[], call: Call<unknown>): ToolError {
  const overlay = chosenOverlay(call);
  const names = Object.keys(call.toolset.endpoint.environments);
  const choices =
    names.length === 0
      ? "Pass the values in `environment`, as an object in the shape of the definition."
      : `Pass one of ${namesInMessage(names)} as \`environment\`.`;
  const problem = overlay === undefined ? "no environment was chosen" : "the chosen environment has no value for the field";
  return unsentError(
    "missing-environment",
    `The field "${path.join(".")}" of toolset "${call.toolset.name}" differs by environment, and ${problem}. ${choices}`,
    call.tool,
    { toolset: call.toolset.name, environments: names },
  );
}

function chosenOverlay(call: Call<unknown>): Overlay | undefined {
  const { environments, defaultEnvironment } = call.toolset.endpoint;
  // The project's default is ignored for a toolset without environments, which has the same values everywhere.
  const projectDefault = defaultEnvironment !== null && Object.hasOwn(environments, defaultEnvironment) ? defaultEnvironment : undefined;
  const choice = call.context.environment ?? projectDefault;
  if (choice === undefined) return undefined;
  if (typeof choice !== "string") return choice;
  if (!Object.hasOwn(environments, choice)) {
    const names = Object.keys(environments);
    throw unsentError(
      "unknown-environment",
      `Toolset "${call.toolset.name}" has no environment "${choice}". ${names.length === 0 ? "The toolset has no environments." : `Available environments: ${namesInMessage(names, choice)}.`}`,
      call.tool,
      { toolset: call.toolset.name, environments: names },
    );
  }
  const overlay = environments[choice];
  return typeof overlay === "object" && overlay !== null ? (overlay as Overlay) : {}; // The cast is safe: all members of an `Overlay` are of unknown type.
}
