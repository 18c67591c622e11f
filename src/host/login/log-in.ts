import * as oauth from "oauth4webapi";
import { Failure } from "../failure.ts";
import type { ProtectedService } from "./authorization-server.ts";
import { requestOptions } from "./bounded-fetch.ts";
import type { Login } from "./login-files.ts";
import { startLoopback } from "./loopback.ts";
import { authenticationOf, clientFor, type NamedClient } from "./oauth-client.ts";
import { failureOf, loginOf, requiredEndpoint, resourceOf, withoutIdToken } from "./token-requests.ts";

/** What the user chooses for a login. */
export interface LoginChoices extends NamedClient {
  /** The scopes to ask for in place of those that the service asks for. */
  readonly scopes: readonly string[] | undefined;
  /** The port for the redirect, if the client is registered with one. */
  readonly port: number | undefined;
  /** Whether to log in with a code on another device (RFC 8628). */
  readonly usesDevice: boolean;
  /** Ends the login. */
  readonly signal: AbortSignal;
  /** Shows the user where to go. `code` is the code to enter there. */
  readonly show: (address: URL, code: string | undefined) => void;
}

/** How long a user may take, in milliseconds. */
const patience = 300_000;

/** Logs in at the authorization server of a service: in the browser with PKCE (RFC 7636), or with a code on another device. */
export async function logIn(service: ProtectedService, choices: LoginChoices): Promise<Login> {
  try {
    return choices.usesDevice ? await byDevice(service, choices) : await byBrowser(service, choices);
  } catch (error) {
    throw failureOf(error, service.server);
  }
}

async function byBrowser(service: ProtectedService, choices: LoginChoices): Promise<Login> {
  const { server } = service;
  const state = oauth.generateRandomState();
  const loopback = await startLoopback(state, choices.port);
  try {
    const { redirectUri } = loopback;
    const registered = await clientFor(server, choices, {
      redirect_uris: [redirectUri],
      response_types: ["code"],
      grant_types: codeGrants,
    });
    const verifier = oauth.generateRandomCodeVerifier();
    const address = new URL(requiredEndpoint(server, "authorization_endpoint"));
    const scope = scopeOf(service, choices);
    const parameters = {
      response_type: "code",
      client_id: registered.clientId,
      redirect_uri: redirectUri,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      ...scope,
      // OpenID Connect Core §11: without consent, a server ignores the scope for refresh tokens.
      ...(scope.scope?.split(" ").includes(offline) ? { prompt: "consent" } : {}),
      ...resourceOf(service),
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    choices.show(address, undefined);
    const answer = await untilGivenUp(loopback.parameters, choices.signal);
    const client = { client_id: registered.clientId };
    const authentication = authenticationOf(registered);
    // Without metadata, the issuer that the server says to be cannot be compared.
    if (!service.knowsIssuer) answer.delete("iss");
    const checked = oauth.validateAuthResponse(server, client, answer, state);
    const options = { ...requestOptions, additionalParameters: resourceOf(service) };
    const response = await oauth.authorizationCodeGrantRequest(server, client, authentication, checked, redirectUri, verifier, options);
    return loginOf(service, registered, await oauth.processAuthorizationCodeResponse(server, client, await withoutIdToken(response)));
  } finally {
    loopback.close();
  }
}

async function byDevice(service: ProtectedService, choices: LoginChoices): Promise<Login> {
  const { server } = service;
  requiredEndpoint(server, "device_authorization_endpoint");
  const registered = await clientFor(server, choices, {
    redirect_uris: [],
    response_types: [],
    grant_types: [deviceGrant, "refresh_token"],
  });
  const client = { client_id: registered.clientId };
  const authentication = authenticationOf(registered);
  const parameters = { ...scopeOf(service, choices), ...resourceOf(service) };
  const options = { ...requestOptions, additionalParameters: resourceOf(service) };
  const started = await oauth.deviceAuthorizationRequest(server, client, authentication, parameters, requestOptions);
  const device = await oauth.processDeviceAuthorizationResponse(server, client, started);
  choices.show(pageAt(device.verification_uri_complete ?? device.verification_uri), device.user_code);
  const end = Date.now() + Math.min(device.expires_in * 1000, patience);
  let interval = (device.interval ?? 5) * 1000;
  while (Date.now() < end) {
    await pause(interval, choices.signal);
    const response = await oauth.deviceCodeGrantRequest(server, client, authentication, device.device_code, options);
    try {
      return loginOf(service, registered, await oauth.processDeviceCodeResponse(server, client, await withoutIdToken(response)));
    } catch (error) {
      // RFC 8628 §3.5.
      if (!(error instanceof oauth.ResponseBodyError)) throw error;
      if (error.error === "slow_down") interval += 5000;
      else if (error.error !== "authorization_pending") throw error;
    }
  }
  throw tooLate();
}

/** The page on which a person logs in. A browser would open any other address, such as that of a file or a program. */
function pageAt(address: string): URL {
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return new URL(address);
  throw new Failure(`The authorization server names ${JSON.stringify(address)} as the page of the login.`, "Contact its operator.");
}

const codeGrants = ["authorization_code", "refresh_token"];
const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";
const offline = "offline_access";

/** The scopes to ask for, and the one for a refresh token where the server has it, so that a user need not log in every hour. */
function scopeOf({ scopes, server }: ProtectedService, choices: LoginChoices): { readonly scope?: string } {
  const own = server.scopes_supported?.includes(offline) && choices.scopes === undefined ? [offline] : [];
  const all = new Set([...(choices.scopes ?? scopes), ...own]);
  return all.size === 0 ? {} : { scope: [...all].join(" ") };
}

async function untilGivenUp<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const ending = new AbortController();
  try {
    return await Promise.race([work, pause(patience, signal, ending.signal).then(() => Promise.reject(tooLate()))]);
  } finally {
    ending.abort();
  }
}

function tooLate(): Failure {
  return new Failure("Nobody logged in within five minutes, so the login was given up.", "Run the command again.");
}

/** Waits. It throws a `Failure` if the user ends the login, and ends without one if `done` aborts. */
function pause(milliseconds: number, signal: AbortSignal, done?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      resolve();
    };
    const cancel = () => {
      clearTimeout(timer);
      reject(new Failure("The login was ended.", "Nothing was saved."));
    };
    const timer = setTimeout(end, milliseconds);
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
    done?.addEventListener("abort", end, { once: true });
  });
}
