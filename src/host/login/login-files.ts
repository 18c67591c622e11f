import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { sha256 } from "../../source/text/hash.ts";
import { errorCode, Failure, toFailure } from "../failure.ts";
import { homeFolder } from "../home-folder.ts";
import { plainText } from "../plain-file.ts";

/** The login at one service: its tokens, and what is needed to refresh and to revoke them. It is a secret as a whole. */
export interface Login {
  readonly formatVersion: 1;
  /** The address of the service. Its tokens are sent to this address and to those below it, and to no other. */
  readonly resource: string;
  /** The security scheme of an OpenAPI document that the tokens are for, and no other; `null` for an MCP server. */
  readonly scheme: string | null;
  /** Whether token requests name the resource (RFC 8707). */
  readonly namesResource: boolean;
  /** The authorization server: its issuer identifier (RFC 8414 §2). */
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint: string | null;
  readonly clientId: string;
  readonly clientSecret: string | null;
  /** How the client proves who it is (RFC 7591 §2). */
  readonly clientAuthentication: "none" | "client_secret_basic" | "client_secret_post";
  readonly accessToken: string;
  /** When the access token expires, in milliseconds since 1970; `null` if the server does not say. */
  readonly expiresAt: number | null;
  readonly refreshToken: string | null;
  /** The scopes that were granted, separated by spaces; `null` if the server does not say. */
  readonly scope: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder of the logins of a user. It is in the folder for configuration of the XDG Base Directory Specification, or in that of the
 * system. A project never has logins.
 */
export function loginFolder({ XDG_CONFIG_HOME: chosen = "", APPDATA: roaming = "" }: Environment): string {
  if (isAbsolute(chosen)) return join(chosen, "toolsetc", "logins");
  if (process.platform === "win32" && roaming !== "") return join(roaming, "toolsetc", "logins");
  const home = homeFolder();
  if (home === undefined)
    throw new Failure("There is no home folder for the tokens of logins.", "Set XDG_CONFIG_HOME to a folder that only you can read.");
  return join(home, process.platform === "darwin" ? "Library/Application Support" : ".config", "toolsetc", "logins");
}

/** All logins, in the order of their services. Files that are no logins are ignored. */
export function readLogins(folder: string): readonly Login[] {
  const logins = namesIn(folder)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => readLogin(join(folder, name)) ?? []);
  return logins.sort((a, b) => (a.resource < b.resource ? -1 : 1));
}

/** The login for an address and a security scheme: of those whose service contains the address, the one with the longest path. */
export function findLogin(folder: string, address: URL, scheme: string | null): Login | undefined {
  return readLogins(folder)
    .filter((login) => login.scheme === scheme && contains(new URL(login.resource), address))
    .sort((a, b) => b.resource.length - a.resource.length)[0];
}

/** Whether an address belongs to a service: it has the same origin, and its path is that of the service or below it. */
export function contains(service: URL, { origin, pathname }: URL): boolean {
  const path = service.pathname.replace(/\/$/, "");
  return service.origin === origin && (pathname === path || pathname.startsWith(`${path}/`));
}

/** Saves a login. Nobody but the user can read its file, and a crash leaves the former file or the new one. */
export function saveLogin(folder: string, login: Login): string {
  const file = fileOf(folder, login);
  const draft = `${file}.${randomUUID()}`;
  toFailure(`Saving the login in "${file}"`, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // The folder may have been made by another program, for everybody.
    chmodSync(folder, 0o700);
    try {
      writeFileSync(draft, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: "wx" });
      renameSync(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
  });
  return file;
}

export function removeLogin(folder: string, login: Login): void {
  toFailure("Removing the login", () => rmSync(fileOf(folder, login), { force: true }));
}

/** The file that a process holds while it refreshes a login. */
export function lockOf(folder: string, login: LoginName): string {
  return `${fileOf(folder, login)}.lock`;
}

type LoginName = Pick<Login, "resource" | "scheme">;

/** The file of a service. Its name says whose login it is, and has a digest, since addresses are longer than names of files may be. */
function fileOf(folder: string, { resource, scheme }: LoginName): string {
  const { host } = new URL(resource);
  return join(folder, `${host.replaceAll(/[^\w.-]/g, "_").slice(0, 80)}-${sha256(JSON.stringify([resource, scheme])).slice(0, 12)}.json`);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw new Failure(`The folder of the logins "${folder}" cannot be read (${errorCode(error)}).`, "Check its owner and its permissions.");
  }
}

function readLogin(file: string): Login | undefined {
  const text = plainText(file, 1 << 20);
  if (text === undefined) return undefined;
  try {
    const login: Login = JSON.parse(text); // Only `saveLogin` writes these files. What else is there has no such version.
    return login.formatVersion === 1 && URL.canParse(login.resource) ? login : undefined;
  } catch {
    return undefined;
  }
}
