import { cesTarget } from "./ces/ces.ts";
import { dotcraftTarget } from "./dotcraft/dotcraft.ts";
import { manifestTarget } from "./manifest.ts";
import { mcpTarget } from "./mcp/mcp.ts";
import { mcpRegistryTarget } from "./mcp/mcp-registry.ts";
import { anthropicTarget } from "./providers/anthropic.ts";
import { geminiTarget } from "./providers/gemini.ts";
import { openaiTarget } from "./providers/openai.ts";
import { skillTarget } from "./skill/skill.ts";
import type { Target } from "./target.ts";
import { typescriptTarget } from "./typescript/typescript.ts";

/** All targets, in the order of the documentation. */
export const targets: readonly Target[] = [
  typescriptTarget,
  manifestTarget,
  mcpTarget,
  dotcraftTarget,
  cesTarget,
  openaiTarget,
  anthropicTarget,
  geminiTarget,
  skillTarget,
  mcpRegistryTarget,
];
