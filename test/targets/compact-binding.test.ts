import { describe, expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import type { HttpBinding, ParameterBinding } from "../../src/runtime/binding.ts";
import { completeBody } from "../../src/runtime/http/complete-body.ts";
import { completeHttp, type HttpDefinition } from "../../src/runtime/http/define-http.ts";

import { compactHttp } from "../../src/targets/compact-binding.ts";
import { memoryHost } from "../compile-texts.ts";
import { documentsNamed, textOf } from "../corpus/corpus.ts";
import { binding } from "./program.ts";

const parameter = binding.parameters[0] as ParameterBinding; // The sample has one.
const simple = { style: "simple", explode: false, allowReserved: false } as const;
const encoding = { contentType: "text/csv", as: null, headers: {} };
const form = { style: "form", explode: true, allowReserved: false } as const;

describe("the short form of an operation in generated code", () => {
  test.each<[string, Partial<HttpBinding>, Partial<HttpDefinition>]>([
    ["says nothing of what is usual", {}, {}],
    [
      "names parameters by place",
      { parameters: [parameter, { ...parameter, name: "q", in: "query", from: { input: "q" }, required: false, as: form }] },
      { query: ["q"] },
    ],
    [
      "says where a value comes from",
      { parameters: [{ ...parameter, from: { context: "$context.variables.id" } }] },
      { pathParameters: [{ name: "id", from: { context: "$context.variables.id" } }] },
    ],
    [
      "says an unusual style",
      { parameters: [{ ...parameter, as: { ...simple, style: "matrix" } }] },
      { pathParameters: [{ name: "id", as: { ...simple, style: "matrix" } }] },
    ],
    [
      "says that a header is required",
      { parameters: [parameter, { ...parameter, in: "header" }] },
      { headers: [{ name: "id", required: true }] },
    ],
    ["keeps a template without parameters apart", { parameters: [] }, { pathParameters: [] }],
    [
      "says that there is a whole query",
      {
        parameters: [
          parameter,
          { name: "q", in: "querystring", from: { input: "q" }, required: false, as: { contentType: "application/json" } },
        ],
      },
      { querystring: [{ name: "q", as: { contentType: "application/json" } }] },
    ],
    [
      "keeps encodings by position, and those of a whole query",
      {
        parameters: [
          parameter,
          { name: "q", in: "querystring", from: { input: "q" }, required: false, as: { contentType: "text/x", encoding: { a: encoding } } },
        ],
        body: { required: true, contentType: "multipart/mixed", encoding: [encoding], from: { input: "body" } },
      },
      {
        querystring: [{ name: "q", as: { contentType: "text/x", encoding: { a: encoding } } }],
        body: { required: true, contentType: "multipart/mixed", encoding: [encoding], input: "body" },
      },
    ],
    [
      "names the members of a body",
      {
        body: {
          required: true,
          contentType: "application/json",
          encoding: {},
          from: {
            members: [
              { name: "a", from: { input: "a" } },
              { name: "b", from: { value: 1 } },
            ],
          },
        },
      },
      { body: { required: true, members: ["a", { name: "b", from: { value: 1 } }] } },
    ],
    [
      "knows a body without members",
      { body: { required: false, contentType: "text/plain", encoding: {}, from: { members: [] } } },
      { body: { contentType: "text/plain", members: [] } },
    ],
    [
      "names the property that is the body",
      { body: { required: false, contentType: "application/json", encoding: {}, from: { input: "body" } } },
      { body: { input: "body" } },
    ],
    [
      "knows answers without content",
      {
        responses: [
          { status: "204", contentType: null, body: "none" },
          { status: "2XX", contentType: "text/csv", body: "text" },
        ],
      },
      { responses: [{ status: "204" }, { status: "2XX", contentType: "text/csv", body: "text" }] },
    ],
    ["knows no answers", { responses: [] }, { responses: [] }],
    [
      "says the operation's own servers and security",
      { servers: [], security: [{ key: [] }], output: "result" },
      { servers: [], security: [{ key: [] }], output: "result" },
    ],
  ])("%s", (_name, parts, expected) => {
    const whole = { ...binding, ...parts };
    expect(compactHttp(whole)).toEqual({ method: "GET", path: "/orders/{id}", ...expected });
    expect(byPlace(completeHttp(compactHttp(whole), completeBody))).toEqual(byPlace(whole));
  });
});

const documents = [
  ...documentsNamed([
    "bodies.yaml",
    "json-schema.yaml",
    "openapi-3.2.yaml",
    "parameters.yaml",
    "servers-and-security.yaml",
    "swagger-2.yaml",
  ]),
  ...documentsNamed(["github-rest.json", "stripe-2022.yaml"]),
];

describe("the short form of every operation in a document", () => {
  test.each(documents)("is completed to the whole operation again: $file", async (document) => {
    const { file, operations } = document;
    const host = memoryHost({ [file]: textOf(document) });
    const { program } = await compile(host, { input: { kind: "openapi", path: file, include: [], exclude: [] } });
    const bindings = program.toolsets.flatMap(({ tools }) =>
      tools.flatMap((tool) => (tool.binding.transport === "http" ? [tool.binding] : [])),
    );
    expect(bindings).toHaveLength(operations);
    for (const each of bindings) expect(byPlace(completeHttp(compactHttp(each), completeBody))).toEqual(byPlace(each));
  });
});

/** The order of parameters means nothing between places, nor in a path. */
function byPlace({ parameters, ...rest }: HttpBinding): object {
  const places = ["path", "query", "header", "cookie", "querystring"] as const;
  return {
    ...rest,
    parameters: places.flatMap((place) => {
      const found = parameters.filter((each) => each.in === place);
      return place === "path" ? found.sort((a, b) => (a.name < b.name ? -1 : 1)) : found;
    }),
  };
}
