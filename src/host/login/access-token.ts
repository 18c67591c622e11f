import { Failure } from "../failure.ts";
import { whileHolding } from "../output/lock.ts";
import { findLogin, type Login, lockOf, saveLogin } from "./login-files.ts";

/** The access token of the login for an address and a security scheme, or an MCP server (`null`); `undefined` if there is no such login. */
export type TokenOf = (address: URL, scheme: string | null) => Promise<string | undefined>;

/** How long a process waits for another one that refreshes the same login, in milliseconds. The request of that one may take 30 seconds. */
const patience = 35_000;

/**
 * Reads the tokens of logins from a folder, and refreshes them before they expire. Of all calls and processes that need a new token at the
 * same time, one asks the server: the refresh token of many servers is valid only once.
 */
export function storedTokens(folder: string): TokenOf {
  const refreshing = new Map<string, Promise<Login>>();

  async function refreshed(login: Login): Promise<Login> {
    const lock = lockOf(folder, login);
    const running = refreshing.get(lock) ?? whileHolding(lock, patience, () => refreshOnce(login));
    refreshing.set(lock, running);
    try {
      return await running;
    } finally {
      if (refreshing.get(lock) === running) refreshing.delete(lock);
    }
  }

  /** Refreshes a login, unless another process has done so while this one waited for the lock. */
  async function refreshOnce({ resource, scheme }: Login): Promise<Login> {
    const current = findLogin(folder, new URL(resource), scheme);
    if (current === undefined) throw expired({ resource, scheme });
    if (!isExpiring(current)) return current;
    // Loaded here, since most commands need no OAuth.
    const { refresh } = await import("./token-requests.ts");
    const next = await refresh(current);
    saveLogin(folder, next);
    return next;
  }

  return async (address, scheme) => {
    const login = findLogin(folder, address, scheme);
    if (login === undefined || !isExpiring(login)) return login?.accessToken;
    if (login.refreshToken === null) throw expired(login);
    return (await refreshed(login)).accessToken;
  };
}

/** A token is refreshed this long before it expires, in milliseconds, so that it does not expire on its way. */
const margin = 10_000;

function isExpiring({ expiresAt }: Login): boolean {
  return expiresAt !== null && Date.now() > expiresAt - margin;
}

function expired({ resource, scheme }: Pick<Login, "resource" | "scheme">): Failure {
  return new Failure(
    `The login at ${resource} has expired.`,
    `Log in again: toolsetc login ${scheme === null ? resource : "<name of the toolset>"}`,
  );
}
