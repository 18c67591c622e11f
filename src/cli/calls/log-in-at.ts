import { type Login, loginFolder, saveLogin } from "../../host/login/login-files.ts";
import type { LoginPlace } from "../../host/login/login-place.ts";
import { printMessage } from "../report/print.ts";
import { terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { readSecret } from "./credentials.ts";
import { interruption } from "./interruption.ts";

/** What the user chooses for a login, as the flags of `login` say it. */
export interface LoginOptions {
  readonly scope?: readonly string[];
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly port?: number;
  readonly device?: true;
}

/** Logs in at a service, and saves the login. Returns the login and its file. */
export async function logInAt(
  { address, scheme }: LoginPlace,
  { scope = [], clientId, clientSecret, port, device }: LoginOptions = {},
): Promise<{ readonly login: Login; readonly file: string }> {
  // Loaded here, since most commands need no OAuth.
  const [{ findAuthorizationServer }, { findServerOfDocument }, { logIn }, { openBrowser }] = await Promise.all([
    import("../../host/login/authorization-server.ts"),
    import("../../host/login/document-server.ts"),
    import("../../host/login/log-in.ts"),
    import("../../host/login/open-browser.ts"),
  ]);
  const secret = clientSecret === undefined ? undefined : readSecret("--client-secret", clientSecret);
  if (secret !== undefined && clientId === undefined) throw new UsageError("--client-secret requires --client-id.");
  const service = await (scheme === undefined ? findAuthorizationServer(address) : findServerOfDocument(address, scheme));
  // Only the document says where its tokens go, so a person has to see it.
  if (scheme !== undefined) printMessage(`The token of ${service.server.issuer} will be sent to ${address.href}.\n`);
  const login = await logIn(service, {
    clientId,
    clientSecret: secret,
    scopes: scope.length === 0 ? undefined : scope,
    port,
    usesDevice: device === true,
    signal: interruption(),
    show(place, code) {
      if (code === undefined) {
        printMessage(`Log in with your browser. If it does not open, open this page:\n  ${place.href}\n`);
        openBrowser(place, terminal().env);
      } else printMessage(`Open this page on any device, and enter the code ${code}:\n  ${place.href}\n`);
    },
  });
  return { login, file: saveLogin(loginFolder(terminal().env), login) };
}
