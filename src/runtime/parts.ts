import { authenticate, findMissingCredentials } from "./auth/authenticate.ts";
import { basicKind } from "./auth/basic.ts";
import { definedSchemeOf } from "./auth/defined-scheme.ts";
import { oauthClientKind } from "./auth/oauth-client.ts";
import { otherKinds } from "./auth/other-schemes.ts";
import { referencedSecrets } from "./auth/references.ts";
import type { Part } from "./call.ts";
import { requireTrustingFetch } from "./environment/certificates.ts";
import { memberInEnvironment } from "./environment/environments.ts";
import { originInServiceDirectory } from "./environment/service-directory.ts";
import { anyBodyOf, formBodyOf, multipartBodyOf, otherBodyOf } from "./http/body.ts";
import { completeBody } from "./http/complete-body.ts";
import { parameterText } from "./http/form-text.ts";
import { withIdempotencyKey } from "./http/idempotency-key.ts";
import { jsonBodyOf } from "./http/json-body.ts";
import { withNextPage } from "./http/next-page.ts";
import { cookieText, headerTexts, queryText } from "./http/parameters.ts";
import { requireContext } from "./http/require-context.ts";
import { parseSequence } from "./http/sequence.ts";
import { styledHeader, styledPath, styledQuery } from "./http/serialize.ts";
import { addressOfServer } from "./http/server-variables.ts";
import { callTask } from "./mcp/tasks.ts";
import { withNextLink, withNextOfList } from "./pages/next-of-list.ts";
import type { Parts } from "./part.ts";
import { withNextCall } from "./result/next-call.ts";
import { pickMembers, withPickedPreliminary } from "./result/trim.ts";
import { bundleSchema } from "./schema/bundle-schema.ts";
import { exampleOfSchema } from "./schema/example-of-schema.ts";
import { arrayKeywords } from "./schema/keywords/arrays.ts";
import { constantKeywords } from "./schema/keywords/constants.ts";
import { formatKeywords } from "./schema/keywords/formats.ts";
import { intersectionKeywords } from "./schema/keywords/intersections.ts";
import { numberKeywords } from "./schema/keywords/numbers.ts";
import { isPatternNamed, uncommonKeywords } from "./schema/keywords/rare.ts";
import { referenceKeywords } from "./schema/keywords/references.ts";
import { stringKeywords } from "./schema/keywords/strings.ts";
import { withoutUnevaluated } from "./schema/keywords/unevaluated.ts";
import { unionCauses } from "./schema/keywords/union-causes.ts";
import { unionKeywords } from "./schema/keywords/unions.ts";
import { createResolve } from "./schema/references.ts";
import { withAdvice } from "./tool/uncertain-call.ts";
import { withExample } from "./tool/with-example.ts";
import { contextValue } from "./transport/context-value.ts";
import { waitForResult } from "./waiting/wait-for-result.ts";

// The parts of the library that generated modules import. A new part is a member of `Parts`, a constant here, and a row in the table of the
// compiler, `src/targets/typescript/parts.ts`.

/** Values of a definition that differ by environment. */
export const environments: Part = { environments: memberInEnvironment } satisfies Of<"environments">;

/** Variables in the addresses of servers. */
export const serverVariables: Part = { serverVariables: addressOfServer } satisfies Of<"serverVariables">;

/** Services in Service Directory. */
export const serviceDirectory: Part = { serviceDirectory: originInServiceDirectory } satisfies Of<"serviceDirectory">;

/** Certificates of a definition. */
export const certificates: Part = { certificates: requireTrustingFetch } satisfies Of<"certificates">;

/** Credentials that are bearer tokens. */
export const credentials: Part = { credentials: { authenticate } } satisfies Of<"credentials">;

/** The missing credentials of a call that lacks other values. */
export const missingCredentials: Part = { missingCredentials: findMissingCredentials } satisfies Of<"missingCredentials">;

/** Schemes other than bearer tokens, such as API keys. */
export const otherSchemes: Part = { otherSchemes: otherKinds } satisfies Of<"otherSchemes">;

/** References to secrets in toolsetc.yaml. */
export const secretReferences: Part = { secretReferences: referencedSecrets } satisfies Of<"secretReferences">;

/** The `apiAuthentication` of a definition. */
export const definedScheme: Part = { definedScheme: definedSchemeOf } satisfies Of<"definedScheme">;

/** HTTP Basic authentication. */
export const basic: Part = { basic: basicKind } satisfies Of<"basic">;

/** OAuth clients, for which tokens are fetched. */
export const oauthClient: Part = { oauthClient: oauthClientKind } satisfies Of<"oauthClient">;

/** Values from the context of a call. */
export const contextValues: Part = { contextValues: { value: contextValue, check: requireContext } } satisfies Of<"contextValues">;

/** Parameters in the query. */
export const query: Part = { query: queryText } satisfies Of<"query">;

/** Parameters in headers. */
export const headers: Part = { headers: headerTexts } satisfies Of<"headers">;

/** Parameters in cookies. */
export const cookies: Part = { cookies: cookieText } satisfies Of<"cookies">;

/** Headers by which services recognize repeated requests. */
export const idempotencyKey: Part = { idempotencyKey: withIdempotencyKey } satisfies Of<"idempotencyKey">;

/** Styles of parameters that are not the default of their location. */
export const styles: Part = { styles: { path: styledPath, query: styledQuery, header: styledHeader } } satisfies Of<"styles">;

/** Parameters with a media type. */
export const content: Part = { content: parameterText } satisfies Of<"content">;

/** JSON bodies. */
export const jsonBody: Part = { completeBody, body: jsonBodyOf } satisfies Of<"completeBody" | "body">;

/** Bodies of forms. */
export const formBody: Part = { completeBody, body: formBodyOf } satisfies Of<"completeBody" | "body">;

/** Multipart bodies. */
export const multipartBody: Part = { completeBody, body: multipartBodyOf } satisfies Of<"completeBody" | "body">;

/** Bodies of all other media types. */
export const otherBody: Part = { completeBody, body: otherBodyOf } satisfies Of<"completeBody" | "body">;

/** Responses that are read item by item, such as server-sent events. */
export const sequences: Part = { sequences: parseSequence } satisfies Of<"sequences">;

/** The call for the next page of a list. */
export const nextPage: Part = { nextPage: { ofResponse: withNextPage, ofResult: withNextCall } } satisfies Of<"nextPage">;

/** The call for the next page of a list whose pages the binding describes. */
export const pages: Part = { nextPage: { ofResponse: withNextLink, ofResult: withNextOfList } } satisfies Of<"nextPage">;

/** The result of a call that the service answers before it is done. */
export const waiting: Part = { waiting: waitForResult } satisfies Of<"waiting">;

/** Tools of MCP servers that are executed as tasks. */
export const tasks: Part = { tasks: callTask } satisfies Of<"tasks">;

/** The members of results that are kept. */
export const pick: Part = { pick: { result: pickMembers, preliminary: withPickedPreliminary } } satisfies Of<"pick">;

/** Advice about calls that may have been carried out and must not be repeated. */
export const advice: Part = { advice: withAdvice } satisfies Of<"advice">;

/** The keywords that refer to other schemas. */
export const references: Part = {
  references: referenceKeywords,
  resolver: createResolve,
  bundle: bundleSchema,
} satisfies Of<"references" | "resolver" | "bundle">;

/** The keywords that list values. */
export const constants: Part = { constants: constantKeywords } satisfies Of<"constants">;

/** The keyword that lists schemas of the same value. */
export const intersections: Part = { intersections: intersectionKeywords } satisfies Of<"intersections">;

/** The keywords that list alternatives. */
export const unions: Part = { unions: unionKeywords, unionCauses } satisfies Of<"unions" | "unionCauses">;

/** The keywords for numbers. */
export const numbers: Part = { numbers: numberKeywords } satisfies Of<"numbers">;

/** The keywords for strings. */
export const strings: Part = { strings: stringKeywords } satisfies Of<"strings">;

/** The formats of strings. */
export const stringFormats: Part = { stringFormats: formatKeywords } satisfies Of<"stringFormats">;

/** The keywords for arrays. */
export const arrays: Part = { arrays: arrayKeywords } satisfies Of<"arrays">;

/** The keywords that few schemas have. */
export const rareKeywords: Part = { rareKeywords: uncommonKeywords, isPatternNamed, withoutUnevaluated } satisfies Of<
  "rareKeywords" | "isPatternNamed" | "withoutUnevaluated"
>;

/** Examples of schemas and tools, for messages. */
export const examples: Part = { examples: { ofSchema: exampleOfSchema, ofTool: withExample } } satisfies Of<"examples">;

type Of<Name extends keyof Parts> = Pick<Parts, Name>;

// Without a spread, which some bundlers take for a side effect, and keep.
/** All parts, for tools that are made at run time, such as those of a manifest. */
export const allParts: Part = {
  environments: memberInEnvironment,
  serverVariables: addressOfServer,
  serviceDirectory: originInServiceDirectory,
  certificates: requireTrustingFetch,
  credentials: { authenticate },
  missingCredentials: findMissingCredentials,
  otherSchemes: otherKinds,
  secretReferences: referencedSecrets,
  definedScheme: definedSchemeOf,
  basic: basicKind,
  oauthClient: oauthClientKind,
  contextValues: { value: contextValue, check: requireContext },
  query: queryText,
  headers: headerTexts,
  cookies: cookieText,
  idempotencyKey: withIdempotencyKey,
  styles: { path: styledPath, query: styledQuery, header: styledHeader },
  content: parameterText,
  completeBody,
  body: anyBodyOf,
  sequences: parseSequence,
  nextPage: { ofResponse: withNextLink, ofResult: withNextOfList },
  waiting: waitForResult,
  tasks: callTask,
  pick: { result: pickMembers, preliminary: withPickedPreliminary },
  advice: withAdvice,
  references: referenceKeywords,
  resolver: createResolve,
  bundle: bundleSchema,
  constants: constantKeywords,
  intersections: intersectionKeywords,
  unions: unionKeywords,
  unionCauses,
  numbers: numberKeywords,
  strings: stringKeywords,
  stringFormats: formatKeywords,
  arrays: arrayKeywords,
  rareKeywords: uncommonKeywords,
  isPatternNamed,
  withoutUnevaluated,
  examples: { ofSchema: exampleOfSchema, ofTool: withExample },
} satisfies Parts;
