import { spawn } from "node:child_process";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Opens an address in the browser of the user, or in the program that `BROWSER` names. Nothing happens if there is none: the address is also
 * printed. The program is started without a shell, since a server has chosen the address.
 */
export function openBrowser(address: URL, { BROWSER: chosen = "", ...env }: Environment): void {
  const [program, ...args] = chosen === "" ? systemOpener() : [chosen];
  if (program === undefined) return;
  const child = spawn(program, [...args, address.href], { detached: true, stdio: "ignore", env: { ...env, BROWSER: chosen } });
  child.on("error", () => undefined);
  child.unref();
}

function systemOpener(): readonly string[] {
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}
