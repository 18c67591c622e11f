import { ownMember } from "../../json.ts";
import { longestDotCraftName } from "../../projection/limits/provider-limits.ts";
import type { ViewOptions } from "../../projection/model-view.ts";
import { showTool } from "../../tool/show-tool.ts";
import type { Tool } from "../../tool/tool.ts";
import { toolsByName } from "../../tool/tools-by-name.ts";
import type { ApprovalDescriptor, FunctionDeclaration } from "./wire.ts";

/** The name of a tool in DotCraft, and its namespace, which is `null` if the tool is in none. */
export interface DotCraftIdentity {
  readonly namespace: string | null;
  readonly tool: string;
}

/** A tool with its declaration. */
export interface DeclaredTool {
  readonly tool: Tool;
  readonly identity: DotCraftIdentity;
  readonly declaration: FunctionDeclaration;
}

/**
 * Declares tools, each in the namespace of its toolset. A tool that has the name of its toolset is declared without a namespace. So is a
 * tool whose name `namespace__name` would have more than 64 bytes or equal the name of another tool, since the server rejects such names.
 * Deferred loading is possible only in a namespace.
 */
// The target `dotcraft` writes the same declarations; a test compares them.
export function declareTools(tools: readonly Tool[], view: ViewOptions): DeclaredTool[] {
  const taken = new Set<string>();
  const declared: DeclaredTool[] = [];
  for (const tool of toolsByName(tools).values()) {
    const preferred = identityOf(tool);
    const isAvailable =
      preferred.namespace !== null && flatName(preferred).length <= longestDotCraftName && !taken.has(flatName(preferred));
    const identity = isAvailable ? preferred : { namespace: null, tool: tool.name };
    const flat = flatName(identity);
    if (taken.has(flat))
      throw new Error(`Two tools would have the name "${flat}" in DotCraft. Rename the tool "${tool.name}" in toolsetc.yaml.`);
    taken.add(flat);
    declared.push({ tool, identity, declaration: declarationOf(tool, identity, view) });
  }
  return declared;
}

/** The name that the model sees. */
export function flatName({ namespace, tool }: DotCraftIdentity): string {
  return namespace === null ? tool : `${namespace}__${tool}`;
}

function identityOf({ name, toolset }: Tool): DotCraftIdentity {
  const namespace = toolset.name.replace(/[^A-Za-z0-9_]/g, "_");
  if (name === namespace) return { namespace: null, tool: name };
  const rest = name.startsWith(`${namespace}_`) ? name.slice(namespace.length + 1) : "";
  return { namespace, tool: rest === "" ? name : rest };
}

function declarationOf(tool: Tool, { namespace, tool: name }: DotCraftIdentity, view: ViewOptions): FunctionDeclaration {
  const { description, input } = showTool(tool, view);
  const approval = descriptorOf(tool);
  return {
    type: "function",
    name,
    // The server rejects an empty description.
    description: description || tool.title || tool.name,
    inputSchema: input("draft-2020-12"),
    ...(tool.lazy && namespace !== null ? { deferLoading: true as const } : {}),
    ...(approval === undefined ? {} : { approval }),
  };
}

/** The value of `metadata.dotcraft.approval` in the tool's definition, which describes an approval that the server requests. */
export function descriptorOf({ name, metadata }: Tool): ApprovalDescriptor | undefined {
  const given = ownMember(metadata["dotcraft"], "approval");
  if (given === undefined) return undefined;
  if (!isDescriptor(given))
    throw new Error(
      `\`metadata.dotcraft.approval\` of tool "${name}" must have a \`kind\` (file, shell or remoteResource), a \`targetArgument\`, and may have \`operation\` and \`operationArgument\`.`,
    );
  return given;
}

const kinds: readonly unknown[] = ["file", "shell", "remoteResource"];
const texts: readonly string[] = ["targetArgument", "operation", "operationArgument"];

function isDescriptor(value: unknown): value is ApprovalDescriptor {
  if (typeof value !== "object" || value === null || !("targetArgument" in value) || !("kind" in value)) return false;
  return Object.entries(value).every(([name, each]) =>
    name === "kind" ? kinds.includes(each) : texts.includes(name) && typeof each === "string" && each !== "",
  );
}
