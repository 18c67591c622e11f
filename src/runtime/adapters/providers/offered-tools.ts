import type { Context } from "../../context.ts";
import { chooseProjection, type ProjectionChoice } from "../../projection/choose-projection.ts";
import type { Projection } from "../../projection/project.ts";
import type { Loss } from "../../projection/projection-context.ts";
import type { SchemaObject } from "../../projection/schema.ts";
import { bindTool } from "../../tool/bind-tools.ts";
import type { Tool } from "../../tool/tool.ts";
import { toolsByName } from "../../tool/tools-by-name.ts";
import type { Dispatchable } from "./dispatch.ts";
import { createTurnBack } from "./turn-back.ts";

/** What adapters of providers that have a strict mode can be told. */
export interface StrictOptions {
  /** Holds the model to each tool's schema, where strict mode can say it. A tool that it cannot say is offered without. */
  readonly strict?: boolean | undefined;
  /** Told of each tool that is offered without strict mode although it was asked for, and why. */
  readonly onFallback?: ((tool: Tool, reasons: string) => void) | undefined;
}

/** What a provider is offered of a tool. */
export function offerStrictly(
  tool: Tool,
  schema: SchemaObject,
  { provider, strict = false, onFallback }: StrictOptions & { readonly provider: "openai" | "anthropic" },
): ProjectionChoice {
  const made = chooseProjection(schema, provider, strict ? "strict" : "lenient");
  if (made.fallback !== undefined) onFallback?.(tool, reasonsOf(made.fallback.refusals));
  return made;
}

/** A tool as a provider is told of it. */
export interface Offered<Declaration> {
  readonly declaration: Declaration;
  readonly projection: Projection;
}

/** What a provider is told of each tool, and how calls of it come back. A tool that cannot be offered there throws, with the reasons. */
export function offerTools<Declaration>(
  tools: readonly Tool[],
  context: Context,
  { provider, declare }: { readonly provider: string; readonly declare: (tool: Tool, schema: SchemaObject) => Offered<Declaration> },
): { readonly declarations: Declaration[]; readonly byName: ReadonlyMap<string, Dispatchable> } {
  const declarations: Declaration[] = [];
  const byName = new Map<string, Dispatchable>();
  for (const [name, tool] of toolsByName(tools)) {
    const { declaration, projection } = declare(tool, tool.inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" }));
    if (projection.refusals.length > 0)
      throw new Error(`Tool "${name}" cannot be offered to ${provider}: ${reasonsOf(projection.refusals)}. Leave it out.`);
    declarations.push(declaration);
    byName.set(name, { tool: bindTool(tool, context), turnBack: createTurnBack(projection) });
  }
  return { declarations, byName };
}

/** The reasons in one line, each with its place. */
function reasonsOf(losses: readonly Loss[]): string {
  return losses.map(({ at, keyword, reason }) => `\`${keyword}\` at ${JSON.stringify(`/${at.join("/")}`)}: ${reason}`).join("; ");
}
