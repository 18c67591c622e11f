import { Failure } from "../../../host/failure.ts";
import { findLogin, type Login, loginFolder, removeLogin } from "../../../host/login/login-files.ts";
import { loginPlace } from "../../calls/login-address.ts";
import { exitCodes } from "../../exit-codes.ts";
import type { InputFlags } from "../../project/open.ts";
import { print, printMessage } from "../../report/print.ts";
import { terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";

/** Revokes the tokens of a login, and removes them. They are removed too if the server cannot be reached. */
export async function runLogout(service: string, path: string | undefined, flags: Pick<InputFlags, "allowRoot">): Promise<number> {
  const folder = loginFolder(terminal().env);
  const { address, scheme } = await loginPlace(service, path, flags);
  const login = findLogin(folder, address, scheme?.name ?? null);
  if (login === undefined) throw new UsageError(`You have not logged in at ${service}. \`toolsetc login --list\` prints your logins.`);
  removeLogin(folder, login);
  const { revoke } = await import("../../../host/login/token-requests.ts");
  try {
    const revoked = await revoke(login);
    print(`The login at ${login.resource} was removed${revoked.length > 0 ? " and revoked" : ""}.\n`);
    if (revoked.includes("refresh token") && !revoked.includes("access token")) printMessage(`${stillValid(login)}\n`);
    return exitCodes.clean;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    printMessage(`The login at ${login.resource} was removed from this machine, but not revoked: ${error.message} ${error.help}\n`);
    return exitCodes.findings;
  }
}

/** What to know of a server that has revoked only the refresh token. */
function stillValid({ issuer, expiresAt }: Login): string {
  const end = expiresAt === null ? "it expires" : new Date(expiresAt).toISOString();
  return `The authorization server ${issuer} does not revoke access tokens: the last one is valid until ${end}, and cannot be renewed.`;
}
