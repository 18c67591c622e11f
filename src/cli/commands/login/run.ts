import { type Login, loginFolder, readLogins } from "../../../host/login/login-files.ts";
import type { LoginPlace } from "../../../host/login/login-place.ts";
import { shellWord } from "../../../source/text/shell-word.ts";
import { type LoginOptions, logInAt } from "../../calls/log-in-at.ts";
import { loginPlace } from "../../calls/login-address.ts";
import { exitCodes } from "../../exit-codes.ts";
import { isCi } from "../../is-ci.ts";
import { print, printJson } from "../../report/print.ts";
import { terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";

interface LoginFlags extends LoginOptions {
  readonly list?: true;
  readonly allowRoot?: string;
  readonly format: "text" | "json";
}

/** Logs in at a service, and saves its tokens; with `--list`, prints where the user has logged in. */
export async function runLogin(service: string | undefined, path: string | undefined, flags: LoginFlags): Promise<number> {
  const folder = loginFolder(terminal().env);
  if (flags.list) return printLogins(readLogins(folder), flags);
  if (service === undefined)
    throw new UsageError("login takes the URL of an MCP server, or the name of a toolset. --list prints your logins.");
  const place = await loginPlace(service, path, flags);
  requirePerson(place);
  const saved = await logInAt(place, flags);
  print(`You have logged in at ${saved.login.resource}. Your tokens are in ${saved.file}, which only you can read.\n`);
  return exitCodes.clean;
}

/** Throws if nobody can log in: in CI, or without a terminal. */
function requirePerson({ scheme }: LoginPlace): void {
  if (terminal().stderr.isTTY && !isCi()) return;
  throw new UsageError(
    `login needs a person at a terminal. In CI and in programs, pass a token: --auth ${shellWord(`${scheme?.name ?? "bearerToken"}=env:NAME`)}, or the option \`auth\` of a call.`,
  );
}

function printLogins(logins: readonly Login[], { format }: LoginFlags): number {
  const shown = logins.map(({ resource, scheme, issuer, scope, expiresAt, refreshToken }) => ({
    service: resource,
    scheme,
    issuer,
    scope,
    expires: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    isRefreshed: refreshToken !== null,
  }));
  if (format === "json") printJson({ formatVersion: "1.0", logins: shown });
  else if (shown.length === 0) print("You have not logged in anywhere.\n");
  else
    for (const each of shown)
      print(`${each.service}\n  by ${each.issuer}${each.scope === null ? "" : `, scopes ${each.scope}`}, ${validity(each)}\n`);
  return exitCodes.clean;
}

function validity({ expires, isRefreshed }: { readonly expires: string | null; readonly isRefreshed: boolean }): string {
  if (isRefreshed) return "refreshed by itself";
  return expires === null ? "without a known end" : `until ${expires}`;
}
