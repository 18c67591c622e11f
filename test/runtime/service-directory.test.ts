import { describe, expect, test } from "vitest";
import type { Context, Endpoint } from "../../src/runtime/index.ts";
import { http, makeTool } from "./fixture.ts";

const service = "projects/p/locations/l/namespaces/n/services/shop";
const server = (url: string) => ({ url, description: "", variables: {} });

/** The address that a call goes to, if it goes anywhere. */
async function addressOf(context: Context, endpoint: Partial<Endpoint> = {}): Promise<string | undefined> {
  let address: string | undefined;
  const definition = { openApiToolset: { serviceDirectoryConfig: { service } } };
  const tool = makeTool({ binding: { ...http, path: "/a" }, endpoint: { timeout: 300, definition, ...endpoint } });
  const fetch = (request: Request) => {
    address = request.url;
    return Promise.resolve(Response.json({}));
  };
  await tool.execute({}, { fetch, ...context });
  return address;
}

describe("a service of Service Directory", () => {
  test.each<[string, Context, Partial<Endpoint>, string]>([
    ["if the document has no address", {}, {}, "https://10.1.2.3:8443/a"],
    ["below the relative path of a server", {}, { servers: [server("/v1")] }, "https://10.1.2.3:8443/v1/a"],
    ["with one for everybody else", {}, { servers: [server("https://shop.example/v2?k=1")] }, "https://10.1.2.3:8443/v2/a?k=1"],
    ["with the caller's", { baseUrl: "https://shop.example/v3" }, {}, "https://10.1.2.3:8443/v3/a"],
  ])("is called at the address that the caller's resolver returns: %s", async (_name, context, endpoint, expected) => {
    const asked: string[] = [];
    const resolveService = async (name: string) => {
      asked.push(name);
      return "https://10.1.2.3:8443";
    };
    expect(await addressOf({ ...context, resolveService }, endpoint)).toBe(expected);
    expect(asked).toEqual([service]);
  });

  test("may have another name in each environment", async () => {
    const environments = { dev: { openApiToolset: { serviceDirectoryConfig: { service: "dev" } } } };
    const resolveService = (name: string) => `https://${name}.example/`;
    expect(await addressOf({ environment: "dev", resolveService }, { environments })).toBe("https://dev.example/a");
  });

  test.each<[string, Context, string]>([
    ["without a resolver of its address", {}, "unresolved-service"],
    ["with one that fails", { resolveService: () => Promise.reject(new Error("no")) }, "unresolved-service"],
    ["with one that gives a path", { resolveService: () => "https://10.1.2.3/x" }, "unresolved-service"],
    ["with one that gives a host", { resolveService: () => "10.1.2.3" }, "unresolved-service"],
    ["with one that gives another scheme", { resolveService: () => "file:///etc" }, "unresolved-service"],
    ["with one that gives a password", { resolveService: () => "https://u:p@10.1.2.3" }, "unresolved-service"],
    ["with one that never answers", { resolveService: () => new Promise<string>(() => undefined) }, "timeout"],
  ])("is not called %s", async (_name, context, code) => {
    const fetch = () => Promise.reject(new Error("Nothing should be sent."));
    await expect(addressOf({ fetch, ...context })).rejects.toMatchObject({ code, sent: false });
  });
});
