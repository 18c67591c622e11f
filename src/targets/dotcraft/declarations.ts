import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import type { Tool, Toolset } from "../../ir/ir.ts";
import { modelDescription, type ViewOptions } from "../../runtime/projection/model-view.ts";
import { originOf } from "../../schema/origin-of.ts";
import { isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import type { Origin } from "../../source/tree.ts";
import { shownInput } from "../shown-input.ts";
import { isTrivialSchema } from "../trivial-schema.ts";
import {
  approvalNotRequestedInDotcraft,
  duplicateNameInDotcraft,
  invalidDotcraftApproval,
  noDescriptionForDotcraft,
  omittedInDotcraft,
  outsideNamespaceInDotcraft,
} from "./codes.ts";
import type { DotCraftName } from "./dotcraft-names.ts";

/**
 * The declarations of a toolset's tools in the version `wire` of DotCraft's protocol, and diagnostics for properties that a declaration
 * cannot express.
 */
export function declarationsOf(
  toolset: Toolset,
  identities: ReadonlyMap<Tool, DotCraftName>,
  { wire, view }: { readonly wire: "v2" | "legacy"; readonly view: ViewOptions },
): Outcome<[DotCraftName, JsonObject][]> {
  const report = createReport(toolset);
  const value = toolset.tools.flatMap((tool): [DotCraftName, JsonObject][] => {
    const identity = identities.get(tool);
    if (identity === undefined) {
      report.add(diagnostic(duplicateNameInDotcraft, { tool: tool.name }, tool.origin));
      return [];
    }
    if (identity.change !== undefined)
      report.add(diagnostic(outsideNamespaceInDotcraft, { tool: tool.name, ...identity.change }, tool.origin));
    if (tool.description === "" && tool.title === "") report.add(diagnostic(noDescriptionForDotcraft, { tool: tool.name }, tool.origin));
    if (!isTrivialSchema(tool.output.json)) report.count("the output schema", originOf(tool.output, []));
    if (tool.title !== "" && tool.description !== "" && !tool.description.includes(tool.title)) report.count("the title", tool.origin);
    if (tool.trim.maxBytes !== null) report.count("the size limit for results", tool.origin);
    const isDeferred = tool.lazy && identity.namespace !== null && wire === "v2";
    if (tool.lazy && !isDeferred)
      report.count(identity.namespace === null ? "deferred loading, which requires a namespace" : "deferred loading", tool.origin);
    const approval = approvalOf(tool);
    if (approval === "invalid") report.add(diagnostic(invalidDotcraftApproval, { tool: tool.name }, tool.origin));
    if (tool.approval === "required" && !isObject(approval)) report.addUnapproved(tool);
    const declaration = {
      name: identity.tool,
      description: modelDescription(tool.description, view) || tool.title || tool.name,
      inputSchema: shownInput(tool, toolset, view),
      ...(isDeferred ? { deferLoading: true } : {}),
      ...(isObject(approval) ? { approval } : {}),
    };
    return [[identity, declaration]];
  });
  return { value, diagnostics: report.found() };
}

/** Collects the diagnostics of a toolset. Each unsupported feature is reported once, at the first place that uses the feature. */
function createReport({ name }: Toolset) {
  const counted = new Map<string, { readonly first: Origin; count: number }>();
  const diagnostics: Diagnostic[] = [];
  const unapproved: Tool[] = [];
  return {
    count(what: string, place: Origin): void {
      const entry = counted.get(what) ?? { first: place, count: 0 };
      entry.count++;
      counted.set(what, entry);
    },
    add(found: Diagnostic): void {
      diagnostics.push({ ...found, toolset: name });
    },
    addUnapproved(tool: Tool): void {
      unapproved.push(tool);
    },
    found(): Diagnostic[] {
      const details = { toolset: name };
      const [first] = unapproved;
      return [
        ...diagnostics,
        ...(first === undefined
          ? []
          : [diagnostic(approvalNotRequestedInDotcraft, { tool: first.name, count: unapproved.length }, first.origin, details)]),
        ...[...counted].map(([what, { first: place, count }]) =>
          diagnostic(omittedInDotcraft, { what, toolset: name, count }, place, details),
        ),
      ];
    },
  };
}

/** The value of `metadata.dotcraft.approval` of a tool, or "invalid"; `undefined` if the metadata does not contain it. */
function approvalOf({ metadata, input }: Tool): JsonObject | "invalid" | undefined {
  const { dotcraft } = metadata;
  const given = isObject(dotcraft) ? dotcraft.approval : undefined;
  if (given === undefined) return undefined;
  if (!isObject(given) || !kinds.includes(given.kind ?? null)) return "invalid";
  const properties = isObject(input.json.properties) ? input.json.properties : {};
  const isArgument = (name: Json | undefined) => typeof name === "string" && Object.hasOwn(properties, name);
  const { kind: _kind, targetArgument, operation, operationArgument, ...more } = given;
  const isValid =
    isArgument(targetArgument) &&
    (operation === undefined || (typeof operation === "string" && operation !== "")) &&
    (operationArgument === undefined || isArgument(operationArgument)) &&
    Object.keys(more).length === 0;
  return isValid ? given : "invalid";
}

const kinds: readonly Json[] = ["file", "shell", "remoteResource"];
