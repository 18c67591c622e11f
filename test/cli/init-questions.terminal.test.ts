import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { filesIn, project } from "../example-project.ts";

// The questions of `init`, asked by the built program in a pseudo-terminal and answered by keys.
const hasTerminal = spawnSync("python3", ["-c", "import pty, termios"]).status === 0;
if (!hasTerminal) console.log("The tests of init's questions were skipped: python3 with its module pty is not installed.");

const enter = "\r";
const space = " ";
const down = "\u001b[B";
const escape = "\u001b";
const interrupt = "\u0003";

const operation = (id: string, tag: string) =>
  `  /${id}: { get: { operationId: ${id}, tags: [${tag}], responses: { "200": { description: It. } } } }\n`;
const shop = `openapi: 3.0.3\ninfo: { title: Shop, version: "1" }\nservers: [{ url: https://shop.example }]\npaths:\n${operation("list", "orders")}`;
const large = `${shop}${Array.from({ length: 120 }, (_, index) => operation(`get${index}`, `tag_${index % 3}`)).join("")}`;
const client = JSON.stringify({ mcpServers: { files: { command: "node", args: ["-e", "process.exit(3)"] } } });

describe.skipIf(!hasTerminal)("`init` on a terminal", () => {
  let folder: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-questions-")));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function put(files: { readonly [path: string]: string }) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }

  /** Runs `init`. Each key is pressed when the text before it is on the screen. */
  function init(args: readonly string[], keys: readonly (readonly [after: string, press: string])[], columns = 100) {
    const argv = [process.execPath, join(project, "dist/bin/main.js"), "init", ...args];
    const session = { argv, cwd: folder, columns, keys: keys.map(([after, press]) => ({ after, press })) };
    const { stdout, stderr } = spawnSync("python3", [join(import.meta.dirname, "terminal-session.py")], {
      input: JSON.stringify(session),
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    const { status, output } = JSON.parse(stdout);
    // What the program wrote, without what moves the cursor and sets colours.
    const lines: string[] = output.replaceAll(new RegExp(`${escape}\\[[0-9;?]*[A-Za-z]`, "g"), "").split(/\r?\n/);
    return { status, lines, text: lines.join("\n"), files: Object.keys(filesIn(folder)) };
  }

  test("asks which sources of the folder to use, and whether to start programs", () => {
    put({ "api/shop.openapi.yaml": shop, ".mcp.json": client });
    const { status, text, files } = init(
      [],
      [
        ["Which of these", enter],
        ["Start these programs", enter],
      ],
    );
    expect(status).toBe(0);
    expect(text).toContain("files: node -e 'process.exit(3)'");
    expect(text).toContain("Next: npx toolsetc pull && npx toolsetc compile");
    expect(files).toEqual(expect.arrayContaining(["toolsets/files.yaml", "toolsets/shop.yaml", "toolsetc.yaml"]));
  });

  test("leaves out a source that the user does not select", () => {
    put({ "api/shop.openapi.yaml": shop, ".mcp.json": client });
    const { status, text, files } = init([], [["Which of these", `${down}${space}${enter}`]]);
    expect(status).toBe(0);
    expect(text).not.toContain("Start these programs");
    expect(files.filter((path) => path.startsWith("toolsets/"))).toEqual(["toolsets/shop.yaml"]);
  });

  test("reports a program that was started after a yes and failed", () => {
    put({ ".mcp.json": client });
    const { status, text } = init([".mcp.json"], [["Start these programs", `y`]]);
    expect(status).toBe(0);
    expect(text).toContain("note: files did not list its tools.");
  });

  test("asks for a path again until there is something at it", () => {
    put({ "notes/shop.yaml": shop });
    const { status, text, files } = init(
      [],
      [
        ["Which OpenAPI document", enter],
        ["Write a path or a URL.", `notes/shp.yaml${enter}`],
        ['Did you mean "notes/shop.yaml"?', `${"\u007f".repeat(8)}shop.yaml${enter}`],
      ],
    );
    expect({ status, text }).toEqual({ status: 0, text: expect.stringContaining("Next: npx toolsetc compile") });
    expect(files).toContain("toolsets/shop.yaml");
  });

  test("asks which tags of a large document to use", () => {
    put({ "openapi.yaml": large });
    const { status } = init(["openapi.yaml"], [["Which tags", `${space}${down}${space}${enter}`]]);
    expect(status).toBe(0);
    expect(filesIn(folder)["toolsetc.yaml"]).toContain('overrides: { "shop": { "include": ["tag:tag_0", "tag:tag_1"] } }');
  });

  test.each([
    ["Ctrl-C", interrupt],
    ["Escape", escape],
  ])("ends after %s, and writes nothing", (_name, key) => {
    put({ "shop.openapi.yaml": shop });
    const { status, text, files } = init([], [["Which of these", key]]);
    expect(status).toBe(130);
    expect(text).toContain("Cancelled. Nothing was written.");
    expect(files).toEqual(["shop.openapi.yaml"]);
  });

  test("writes nothing if the last of several questions is cancelled", () => {
    put({ "shop.openapi.yaml": large, ".mcp.json": client });
    const { status, files } = init(
      [],
      [
        ["Which of these", enter],
        ["Start these programs", enter],
        ["Which tags", interrupt],
      ],
    );
    expect(status).toBe(130);
    expect(files).toEqual([".mcp.json", "shop.openapi.yaml"]);
  });

  test.each([24, 40])("asks in lines that fit a terminal of %i columns", (columns) => {
    put({ "openapi.yaml": large, "a/long/path.json": "{}" });
    const source = init([], [["Which", interrupt]], columns);
    const tags = init(["openapi.yaml"], [["operations", interrupt]], columns);
    rmSync(join(folder, "openapi.yaml"));
    const address = init([], [["OpenAPI", interrupt]], columns);
    for (const { status, lines } of [source, tags, address]) {
      expect(status).toBe(130);
      const drawn = lines.filter((line) => /^[│◆└■]/.test(line));
      expect(drawn.length).toBeGreaterThan(3);
      expect(drawn.filter((line) => line.length > columns)).toEqual([]);
    }
  });

  test("asks nothing with --yes", () => {
    put({ "shop.openapi.yaml": shop });
    expect(init(["--yes"], [])).toMatchObject({
      status: 0,
      text: expect.stringContaining("Found: the OpenAPI document shop.openapi.yaml."),
    });
  });
});
