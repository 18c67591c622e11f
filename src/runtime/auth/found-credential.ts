import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { MissingOption } from "../missing-option.ts";
import type { ToolError } from "../tool-error.ts";
import type { Credential } from "./credential.ts";
import type { CredentialLocation, Scheme } from "./scheme.ts";

/** The credentials of a request. */
export interface AppliedCredentials {
  /** The names of their security schemes. */
  readonly schemes: readonly string[];
  /** Adds the credentials to an address and headers. */
  readonly apply: (to: RequestHead) => RequestHead;
  /** Replaces or discards tokens that the service rejected with an error. Returns whether the call may be made again, with other tokens. */
  readonly renew: (error: ToolError) => Promise<boolean>;
  /** Removes the credentials from text that the service sent: some services quote rejected credentials. */
  readonly redact: (text: string) => string;
}

/** The parts of a request that credentials are added to. */
export interface RequestHead {
  readonly address: URL;
  readonly headers: Headers;
}

/** A header, a cookie or a parameter of the query. */
export interface NamedValue extends Pick<CredentialLocation, "in" | "name"> {
  readonly value: string;
}

/** The called service, and the security requirements of the call. */
export interface Service {
  readonly security: HttpBinding["security"];
  readonly address: URL;
}

/** The credential of one scheme. */
export interface FoundCredential {
  readonly scheme: Scheme;
  /** What is sent, or a function that fetches it; `undefined` if nothing is sent. */
  readonly text: string | (() => Promise<string>) | undefined;
  /** The secrets that `text` contains in an encoded form, such as the password in Base64, or that were used to fetch it. */
  readonly secrets?: readonly string[];
  /** Replaces or discards the text after an error. Returns whether there is another text. */
  readonly renew?: (error: ToolError, text: string | undefined) => Promise<boolean>;
}

/** A credential that the caller did not provide: its description in messages, and the options of the context that can provide it. */
export interface MissingCredential {
  readonly missing: string;
  readonly options: readonly MissingOption[];
}

/** The called service, and the call. */
export interface CalledService {
  readonly call: Call<unknown>;
  readonly address: URL;
}

/** How the credentials of one kind of scheme are read. */
export interface CredentialKind {
  /** Describes in a message what the caller can pass. */
  readonly expected: string;
  /** Reads what the caller passed; `undefined` if it is no credential of this kind. */
  readonly given: (credential: Credential, scheme: Scheme, at: CalledService) => FoundCredential | undefined;
  /** The credential that consists of the values of the secrets to which the scheme refers. */
  readonly resolved: (values: readonly string[], scheme: Scheme, at: CalledService) => FoundCredential;
}

/** What schemes other than bearer tokens need. */
export interface OtherSchemes {
  /** Reads where a scheme is sent, and what credential it requires. */
  readonly read: (authored: unknown, references: unknown) => Pick<Scheme, "location" | "kind">;
  /** How the credentials of a scheme are read. */
  readonly kindOf: (scheme: Scheme, call: Call<unknown>) => CredentialKind;
  /** Adds a credential to a cookie or to the query. */
  readonly add: (credential: NamedValue, to: RequestHead) => void;
}
