import { ownMember } from "../../json.ts";
import type { Tool } from "../../tool/tool.ts";
import { toolsByName } from "../../tool/tools-by-name.ts";
import type { ApprovalDescriptor, FunctionDeclaration } from "./wire.ts";

/** What DotCraft knows a tool by. Without a namespace it stands alone. */
export interface Identity {
  readonly namespace: string | null;
  readonly tool: string;
}

/** A tool as DotCraft is told of it. */
export interface Declared {
  readonly tool: Tool;
  readonly identity: Identity;
  readonly declaration: FunctionDeclaration;
}

/**
 * The declarations of tools, each in the namespace of its toolset. A tool stands alone, by the name that is unique among all tools,
 * where its toolset is nothing but it, or where `namespace__name` would be over 64 bytes or somebody else's: the server refuses those.
 * Deferred loading exists only inside of a namespace.
 */
// The target `dotcraft` writes the same; a test holds the two against each other.
export function declareTools(tools: readonly Tool[]): Declared[] {
  const taken = new Set<string>();
  const declared: Declared[] = [];
  for (const tool of toolsByName(tools).values()) {
    const wanted = identityOf(tool);
    const isFree = wanted.namespace !== null && flatName(wanted).length <= maxName && !taken.has(flatName(wanted));
    const identity = isFree ? wanted : { namespace: null, tool: tool.name };
    const flat = flatName(identity);
    if (taken.has(flat)) throw new Error(`DotCraft would know two tools as "${flat}". Name "${tool.name}" otherwise in toolsetc.yaml.`);
    taken.add(flat);
    declared.push({ tool, identity, declaration: declarationOf(tool, identity) });
  }
  return declared;
}

/** The most bytes that the server takes; all names are ASCII. */
const maxName = 64;

/** What the model sees. */
export function flatName({ namespace, tool }: Identity): string {
  return namespace === null ? tool : `${namespace}__${tool}`;
}

function identityOf({ name, toolset }: Tool): Identity {
  const namespace = toolset.name.replace(/[^A-Za-z0-9_]/g, "_");
  if (name === namespace) return { namespace: null, tool: name };
  const rest = name.startsWith(`${namespace}_`) ? name.slice(namespace.length + 1) : "";
  return { namespace, tool: rest === "" ? name : rest };
}

function declarationOf(tool: Tool, { namespace, tool: name }: Identity): FunctionDeclaration {
  const { $schema: _dialect, ...inputSchema } = tool.inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  const approval = descriptorOf(tool);
  return {
    type: "function",
    name,
    // The server refuses an empty one.
    description: tool.description || tool.title || tool.name,
    inputSchema,
    ...(tool.lazy && namespace !== null ? { deferLoading: true as const } : {}),
    ...(approval === undefined ? {} : { approval }),
  };
}

/** What the definition's `metadata.dotcraft.approval` says, for the server to ask by. */
function descriptorOf({ name, metadata }: Tool): ApprovalDescriptor | undefined {
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
