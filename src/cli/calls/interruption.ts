import { terminal } from "../terminal.ts";

/** A signal that aborts when the user interrupts the command. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  // The listener is removed after the first signal, so a second one ends the program.
  terminal().once("SIGINT", () => controller.abort());
  return controller.signal;
}
