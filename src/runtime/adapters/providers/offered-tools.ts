import type { Context } from "../../context.ts";
import { chooseProjection, type ProjectionChoice } from "../../projection/choose-projection.ts";
import type { Projection } from "../../projection/project.ts";
import type { Loss } from "../../projection/projection-context.ts";
import type { SchemaObject } from "../../projection/schema.ts";
import { bindTool } from "../../tool/bind-tools.ts";
import type { Tool } from "../../tool/tool.ts";
import { toolsByName } from "../../tool/tools-by-name.ts";
import type { Dispatchable } from "./dispatch.ts";
import { createModelIssues } from "./model-issues.ts";
import { createRestore } from "./restore-arguments.ts";

/** The options of adapters for providers with a strict mode. */
export interface StrictOptions {
  /** Uses strict mode for each tool whose schema it supports. Other tools are offered without it. */
  readonly strict?: boolean | undefined;
  /** Called for each tool that is offered without strict mode although it was requested, with the reasons. */
  readonly onFallback?: ((tool: Tool, reasons: string) => void) | undefined;
}

/** The declaration of a tool for a provider. */
export function offerStrictly(
  tool: Tool,
  schema: SchemaObject,
  { provider, strict = false, onFallback }: StrictOptions & { readonly provider: "openai" | "anthropic" },
): ProjectionChoice {
  const made = chooseProjection(schema, provider, strict ? "strict" : "lenient");
  if (made.fallback !== undefined) onFallback?.(tool, reasonsOf(made.fallback.refusals));
  return made;
}

/** A tool with its declaration for a provider. */
export interface OfferedTool<Declaration> {
  readonly declaration: Declaration;
  readonly projection: Projection;
}

/** The declarations of tools, with the conversion of their arguments. Throws for a tool that cannot be offered, with the reasons. */
export function offerTools<Declaration>(
  tools: readonly Tool[],
  context: Context,
  { provider, declare }: { readonly provider: string; readonly declare: (tool: Tool, schema: SchemaObject) => OfferedTool<Declaration> },
): { readonly declarations: Declaration[]; readonly byName: ReadonlyMap<string, Dispatchable> } {
  const declarations: Declaration[] = [];
  const byName = new Map<string, Dispatchable>();
  for (const [name, tool] of toolsByName(tools)) {
    const { declaration, projection } = declare(tool, tool.inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" }));
    if (projection.refusals.length > 0)
      throw new Error(`Tool "${name}" cannot be offered to ${provider}: ${reasonsOf(projection.refusals)}. Omit it.`);
    declarations.push(declaration);
    byName.set(name, {
      tool: bindTool(tool, context),
      restoreArguments: createRestore(projection),
      modelIssues: createModelIssues(projection),
    });
  }
  return { declarations, byName };
}

/** The reasons in one line, each with its location. */
function reasonsOf(losses: readonly Loss[]): string {
  return losses.map(({ at, keyword, reason }) => `\`${keyword}\` at ${JSON.stringify(`/${at.join("/")}`)}: ${reason}`).join("; ");
}
