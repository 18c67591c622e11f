import { ces } from "./ces/ces.ts";
import { dotcraft } from "./dotcraft/dotcraft.ts";
import { manifest } from "./manifest.ts";
import { mcp } from "./mcp/mcp.ts";
import { mcpRegistry } from "./mcp/mcp-registry.ts";
import { anthropic } from "./providers/anthropic.ts";
import { gemini } from "./providers/gemini.ts";
import { openai } from "./providers/openai.ts";
import { skill } from "./skill/skill.ts";
import type { Target } from "./target.ts";
import { typescript } from "./typescript/typescript.ts";

/** All targets, in the order of the documentation. */
export const targets: readonly Target[] = [typescript, manifest, mcp, dotcraft, ces, openai, anthropic, gemini, skill, mcpRegistry];
