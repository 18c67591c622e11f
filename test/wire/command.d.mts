import type { Contender } from "./suite.mjs";

export function startCommand(command: readonly string[]): { readonly contender: Contender; stop(): void };
