import type {
  AppliedCredentials,
  CalledService,
  CredentialKind,
  FoundCredential,
  MissingCredential,
  OtherSchemes,
  Service,
} from "./auth/found-credential.ts";
import type { Scheme } from "./auth/scheme.ts";
import type { BodyBinding, HttpBinding, McpBinding, ResponseBinding, Serialization, Server } from "./binding.ts";
import type { Call, Library } from "./call.ts";
import type { Context } from "./context.ts";
import type { BodyDefinition } from "./http/complete-body.ts";
import type { HttpBody } from "./http/http-body.ts";
import type { Pair, ParameterStyle } from "./http/plain-style.ts";
import type { TaskRequests } from "./mcp/tasks.ts";
import type { MissingOption } from "./missing-option.ts";
import type { Trim } from "./result/trim.ts";
import type { Cause, UnionCauses } from "./schema/cause.ts";
import type { Keywords, LocatedSchema, SchemaNodes } from "./schema/evaluation.ts";
import type { KeywordPart } from "./schema/keyword-parts.ts";
import type { Resolve } from "./schema/references.ts";
import type { JsonSchema, SchemaSource } from "./schema/schema.ts";
import type { Issue } from "./schema/standard-schema.ts";
import type { Tool } from "./tool/tool.ts";

/**
 * What only some tools need of the library. A generated module imports the parts that its tools need, so that a bundle contains no other:
 * the compiler has the table of who needs which. What keeps a call safe is never a part: approval, deadline, limits, redaction, and the
 * checks of hosts, paths and redirects are in every call.
 */
export interface Parts extends KeywordParts {
  /** A member of a definition that differs by environment. */
  readonly environments: (path: readonly string[], call: Call<unknown>) => unknown;
  /** The address of a server with variables. */
  readonly serverVariables: (server: Server, call: Call<HttpBinding>) => string;
  /** The origin of a service in Service Directory. */
  readonly serviceDirectory: (call: Call<unknown>) => Promise<string | undefined>;
  /** Throws if the certificates of the definition would be ignored. */
  readonly certificates: (call: Call<unknown>) => void;
  readonly credentials: { readonly authenticate: (call: Call<unknown>, service: Service) => Promise<AppliedCredentials> };
  /** The missing credentials, for an error that lists all that is missing. */
  readonly missingCredentials: (call: Call<unknown>, security: Service["security"]) => Promise<CredentialsToPass | undefined>;
  readonly otherSchemes: OtherSchemes;
  readonly secretReferences: {
    /** The scopes and the secret in `x-toolsetc-secrets`. */
    readonly read: (references: unknown) => { readonly scopes: readonly string[] | undefined; readonly secret: string | undefined };
    readonly find: (scheme: Scheme, kind: CredentialKind, at: CalledService) => Promise<FoundCredential | MissingCredential>;
  };
  /** The scheme in `apiAuthentication` of the definition. */
  readonly definedScheme: (call: Call<unknown>) => Scheme | undefined;
  readonly basic: CredentialKind;
  readonly oauthClient: CredentialKind;
  /** Values that come from the context. */
  readonly contextValues: {
    readonly value: (reference: string, call: Call<unknown>) => unknown;
    /** Throws if values of required parameters are missing. */
    readonly check: (call: Call<HttpBinding>) => Promise<void>;
  };
  readonly query: (call: Call<HttpBinding>) => string;
  readonly headers: (call: Call<HttpBinding>) => readonly Pair[];
  readonly cookies: (call: Call<HttpBinding>) => string | undefined;
  /** The call with a key by which the service recognizes a repeated request; `undefined` if it cannot have one. */
  readonly idempotencyKey: (call: Call<HttpBinding>) => Call<HttpBinding> | undefined;
  /** The styles of parameters that are not the default of their location. */
  readonly styles: {
    readonly path: (name: string, value: unknown, as: ParameterStyle) => string | undefined;
    readonly query: (name: string, value: unknown, as: ParameterStyle) => readonly Pair[];
    readonly header: (name: string, value: unknown, as: ParameterStyle) => string | undefined;
  };
  /** The text of a parameter with a media type. */
  readonly content: (as: Exclude<Serialization, ParameterStyle>, value: unknown) => string;
  readonly completeBody: (body: BodyDefinition) => BodyBinding;
  readonly body: (call: Call<HttpBinding>) => HttpBody | undefined;
  /** Responses that are read item by item. */
  readonly sequences: (text: string, contentType: string, body: ResponseBinding["body"]) => unknown[];
  /** The arguments of the call for the next page of a list. */
  readonly nextPage: {
    readonly ofResponse: (result: unknown, response: Response, url: string, call: Call<HttpBinding>) => unknown;
    readonly ofResult: (output: unknown, result: unknown, input: Call<unknown>["input"], tool: Tool) => unknown;
  };
  /** Makes a call with the function, and waits for its result. */
  readonly waiting: (call: Call<HttpBinding>, send: (call: Call<HttpBinding>) => Promise<unknown>) => Promise<unknown>;
  /** Calls a tool of an MCP server that is executed as a task, and waits for its result. */
  readonly tasks: (call: Call<McpBinding>, requests: TaskRequests) => Promise<unknown>;
  /** The members of results that are kept. */
  readonly pick: {
    readonly result: (output: unknown, trim: Trim) => unknown;
    /** The context in which preliminary results have only these members too. */
    readonly preliminary: (context: Context, trim: Trim) => Context;
  };
  /** The error of a failed call that must not be repeated, with advice for a model if the call may have been carried out. */
  readonly advice: (error: unknown, tool: Tool) => unknown;
}

/** The keywords of schemas by the part that checks them. */
type KeywordParts = { readonly [Name in KeywordPart]: Keywords } & {
  /** Adds the schemas to which a schema refers. */
  readonly bundle: (source: SchemaSource) => { readonly [keyword: string]: unknown };
  /** Finds what the references in a schema refer to. */
  readonly resolver: (schema: JsonSchema) => Resolve;
  readonly unionCauses: UnionCauses;
  readonly examples: {
    /** The end of a message that gives a valid value of the schema as an example, with the name of the member; empty if there is none. */
    readonly ofSchema: (name: string | number | undefined, located: LocatedSchema, nodes: SchemaNodes) => string;
    readonly ofTool: (issue: Issue, examples: Tool["examples"] | undefined) => Issue;
  };
  /** Whether one of the patterns in `patternProperties` matches the name of a member. */
  readonly isPatternNamed: (name: string, patterns: unknown) => boolean;
  /** Omits causes that follow from others, if `unevaluated*` keywords are violated. */
  readonly withoutUnevaluated: (causes: readonly Cause[], nodes: SchemaNodes) => readonly Cause[];
};

/** The missing credentials of a call. */
export interface CredentialsToPass {
  readonly texts: readonly (readonly string[])[];
  readonly options: readonly MissingOption[];
  readonly text: string;
}

/** The part `name`, which the call needs. */
export function part<Name extends keyof Parts>(name: Name, call: Library): Parts[Name] {
  const found = optionalPart(name, call);
  if (found !== undefined) return found;
  throw missingPart(`"${name}"`, call);
}

/** The error for a tool whose module lacks a part, which `name` names or describes. */
export function missingPart(name: string, { tool }: Pick<Library, "tool">): Error {
  return new Error(
    `Tool "${tool}" needs the part ${name} of the run-time library, which its module does not pass. Compile the toolset again.`,
  );
}

/** The part `name`; `undefined` if the module of the tool does not import it. */
export function optionalPart<Name extends keyof Parts>(name: Name, { parts }: Pick<Library, "parts">): Parts[Name] | undefined {
  return parts[name] as Parts[Name] | undefined; // Only this library makes parts: `parts.ts` holds each to its type.
}
