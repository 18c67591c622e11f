import { expect, test } from "vitest";
import { parseTree } from "../../src/source/parse-tree.ts";
import { documentUrl, isHtmlPage } from "../../src/source/text/html-page.ts";

test.each([
  [
    "Swagger UI",
    `<div id="swagger-ui"></div><script>SwaggerUIBundle({ validatorUrl: "no", url: "/v3/api-docs", dom_id: "#swagger-ui" })`,
    "/v3/api-docs",
  ],
  ["FastAPI", "<link href=swagger-ui.css><script>const ui = SwaggerUIBundle({\n    url: '/openapi.json',\n", "/openapi.json"],
  ["several documents", '<i id="swagger-ui"><script>SwaggerUIBundle({ "urls": [{ "url": "a.yaml", "name": "A" }] })', "a.yaml"],
  ["Redoc", "<redoc spec-url='http://petstore.swagger.io/v2/swagger.json'></redoc>", "http://petstore.swagger.io/v2/swagger.json"],
  ["a call of Redoc", 'Redoc.init( "openapi.yaml?a=1&amp;b=2", {})', "openapi.yaml?a=1&b=2"],
  ["RapiDoc", '<rapi-doc spec-url = "./openapi.json"> </rapi-doc>', "./openapi.json"],
  ["Stoplight Elements", '<elements-api apiDescriptionUrl="openapi.yaml" router="hash"/>', "openapi.yaml"],
  ["Scalar", '<script id="api-reference" data-url="/openapi.json"></script>', "/openapi.json"],
  ["a page without a document", '<p>Sign in</p><script>track({ url: "https://ads.example" })</script>', undefined],
  ["control characters", '<redoc spec-url="\u001b[31m">', undefined],
  ["a document in the page", '<script id="api-reference" data-url="data:application/json,{}">', undefined],
])("the address of the document is found in the page of %s", (_name, body, expected) => {
  expect(documentUrl(`<!DOCTYPE html><html><body>${body}`)).toBe(expected);
});

test.each(["<!DOCTYPE html>", "\ufeff\n<html lang=en>", "<!-- saved -->\n<!doctype html>", "<BODY>"])(
  "the text %j is recognized as an HTML page",
  (text) => {
    expect(isHtmlPage(text)).toBe(true);
    for (const path of ["a.json", "a.yaml", "a.html"]) {
      expect(parseTree({ path, text })).toMatchObject({
        data: undefined,
        problems: [{ code: "html-page", reason: "it is an HTML page." }],
      });
    }
  },
);

test.each(["<<: 1", "description: <html>", "# <html>", "<a>: 1", "<bodywork>: 1", ""])(
  "the text %j is not taken for an HTML page",
  (text) => {
    expect(isHtmlPage(text)).toBe(false);
  },
);

test("the problem of an HTML page marks its first line", () => {
  const { problems } = parseTree({ path: "a.yaml", text: "\n<!doctype html>\n<redoc spec-url='x.json'>" });
  expect(problems).toEqual([
    { code: "html-page", reason: 'it is an HTML page that shows the document "x.json".', path: [], range: { start: 1, end: 16 } },
  ]);
});

test("a long page of quotes is searched for an address in bounded time", () => {
  const page = `<html>swagger-ui${`spec-url="${"a".repeat(3000)}`.repeat(60)}`;
  expect(documentUrl(page)).toBeUndefined();
});
