import { homedir } from "node:os";

/** The user's home folder; `undefined` if the user has none, as in some containers. */
export function homeFolder(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}
