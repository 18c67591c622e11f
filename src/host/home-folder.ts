import { homedir } from "node:os";

/** The user's home folder; `undefined` for a user without one, as in some containers. */
export function homeFolder(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}
