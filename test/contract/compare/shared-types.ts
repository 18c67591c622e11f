import type { Json, JsonObject } from "../../../src/source/json/json.ts";

/** The numbers of types that refer to each other in circles, of requests that reach all of them, and of alternatives of a union. */
export interface Size {
  readonly types: number;
  readonly requests: number;
  readonly methods: number;
}

/**
 * An OpenAPI document in the shape of those of payment services: each request reaches each type, and some types have a member that is one of
 * many methods of payment. `Amount` is used in many places; `amount` are further members of it.
 */
export function paymentDocument({ types, requests, methods }: Size, amount: JsonObject = {}): string {
  const indices = (count: number) => Array.from({ length: count }, (_each, index) => index);
  const named = (name: string, count: number, schemaOf: (index: number) => Json) =>
    Object.fromEntries(indices(count).map((index) => [`${name}${index}`, schemaOf(index)]));
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const type = (index: number) => ref(`Type${index % types}`);
  const method = { oneOf: indices(methods).map((index) => ref(`Method${index}`)) };
  const actions = indices(5).map((index) => ref(`Action${index}`));
  const schemas = {
    Amount: {
      type: "object",
      required: ["currency", "value"],
      properties: { currency: { type: "string", minLength: 3, maxLength: 3 }, value: { type: "integer" }, ...amount },
    },
    ...named("Method", methods, (index) => ({
      type: "object",
      ...(index % 3 === 0 ? {} : { required: ["type"] }),
      properties: {
        type: { type: "string", enum: [`m${index}`] },
        attempt: { type: "string" },
        [`field${index}`]: { type: "string" },
        ...(index % 4 === 0 ? { limit: ref("Amount") } : {}),
        ...(index % 7 === 0 ? { address: type(3) } : {}),
      },
    })),
    ...named("Action", 5, (index) => ({
      type: "object",
      required: ["type"],
      properties: { type: { type: "string", enum: [`Action${index}`] }, amount: ref("Amount"), owner: type(index) },
    })),
    ...named("Type", types, (index) => ({
      type: "object",
      required: ["state"],
      properties: {
        state: { type: "string", enum: ["a", "b", `c${index}`] },
        text: { type: "string", maxLength: 100, description: `The text of ${index}.` },
        ...(index % 2 === 0 ? { amount: ref("Amount") } : {}),
        next: type(index * 2 + 1),
        other: type(index * 2 + 2),
        items: { type: "array", items: type(index * 7 + 3) },
        ...(index % 10 === 0 ? { paymentMethod: method } : {}),
        ...(index % 11 === 0 ? { action: { oneOf: actions, discriminator: { propertyName: "type" } } } : {}),
      },
    })),
    ...named("Request", requests, (index) => ({
      type: "object",
      required: ["amount"],
      properties: { amount: ref("Amount"), paymentMethod: method, first: type(index), lines: { type: "array", items: type(index * 3) } },
    })),
    ...named("Response", requests, (index) => ({
      type: "object",
      properties: { amount: ref("Amount"), result: type(index * 5), action: { oneOf: actions } },
    })),
  };
  const content = (name: string) => ({ "application/json": { schema: ref(name) } });
  const paths = named("/r", requests, (index) => ({
    post: {
      operationId: `post_r${index}`,
      summary: `Posts request ${index}.`,
      requestBody: { required: true, content: content(`Request${index}`) },
      responses: { 200: { description: "It.", content: content(`Response${index}`) } },
    },
  }));
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pay", version: "1" },
    servers: [{ url: "https://pay.example" }],
    paths,
    components: { schemas },
  });
}
