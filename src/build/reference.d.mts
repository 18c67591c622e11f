import type { Command } from "commander";

export function flagsPage(program: Command): string;
export function configurationPage(schema: unknown): string;
