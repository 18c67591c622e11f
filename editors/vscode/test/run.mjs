// Installs the packed extension into a real VS Code in the browser (code-server), opens a project, and reads what the editor shows.
// CODE_SERVER names the folder of an installed npm package `code-server`; CHROMIUM names the browser.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const repository = join(import.meta.dirname, "../../..");
const extension = join(import.meta.dirname, "../toolsetc.vsix");
const codeServer = process.env.CODE_SERVER;
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
if (codeServer === undefined || !existsSync(executablePath)) {
  console.error("Set CODE_SERVER to the folder of the npm package code-server, and CHROMIUM to a browser.");
  process.exit(2);
}

const root = mkdtempSync(join(tmpdir(), "toolsetc-vscode-"));
const workspace = join(root, "project");
mkdirSync(join(workspace, "node_modules"), { recursive: true });
symlinkSync(repository, join(workspace, "node_modules/toolsetc"));
writeFileSync(join(workspace, "toolsetc.yaml"), "naming: operations\n");
writeFileSync(join(workspace, "map.yaml"), "displayName: map\nclientFunction: { name: map, description: Shows a map of a place. }\n");
const shop = `displayName: shop
openApiToolset:
  openApiSchema: |
    openapi: 3.1.0
    info: { title: Shop, version: "1" }
    servers: [{ url: "https://shop.example" }]
    paths:
      /things:
        get: { operationId: list_things, responses: { "200": { $ref: "#/components/responses/Things" } } }
    components:
      responses:
        Things: { description: All things. }
`;
writeFileSync(join(workspace, "shop.yaml"), shop);

const entry = join(codeServer, "out/node/entry.js");
const folders = ["--user-data-dir", join(root, "data"), "--extensions-dir", join(root, "extensions")];
const installed = spawnSync(process.execPath, [entry, ...folders, "--install-extension", extension], { encoding: "utf8" });
if (installed.status !== 0) throw new Error(`${installed.stdout}${installed.stderr}`);
const port = await freePort();
const flags = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"];
const server = spawn(process.execPath, [entry, ...folders, ...flags, "--disable-workspace-trust", workspace], { stdio: "ignore" });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  await answers(`http://127.0.0.1:${port}/healthz`);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(60_000);
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(workspace)}`);
  await page.locator('.explorer-folders-view [aria-label="toolsetc.yaml"]').first().dblclick();
  await page.locator(".squiggly-error").first().waitFor();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("over");
  await page.keyboard.press("Control+Space");
  await page.locator('.suggest-widget [aria-label*="overrides"]').first().waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.type("rides: { shop: { include: [list_things] } }");
  await page.keyboard.press("Control+s");
  // A rename changes the document inside the definition, and the selector in another file.
  await page.locator('.explorer-folders-view [aria-label="shop.yaml"]').first().dblclick();
  await page.locator(".tab.active", { hasText: "shop.yaml" }).waitFor();
  await cursorAfter(page, "operationId: list");
  await page.keyboard.press("F2");
  // The field begins with the name that the server found at the cursor.
  await page.waitForFunction(() => document.activeElement?.closest(".rename-box")?.querySelector("input")?.value === "list_things");
  await page.locator(".rename-box input").fill("all_things");
  await page.locator(".rename-box input").press("Enter");
  await page.locator(".view-line", { hasText: "operationId: all_things" }).waitFor();
  // The definition of a `$ref` is in the same block of text.
  await cursorAfter(page, "components/res");
  await page.keyboard.press("F12");
  const target = lineOf("Things: {");
  await page.locator("#status\\.editor\\.selection", { hasText: `Ln ${target},` }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.press("s");
  await until(() => readFileSync(join(workspace, "toolsetc.yaml"), "utf8").includes("include: [all_things]"), "The selector was not renamed.");
  if (process.env.SCREENSHOT !== undefined) await page.screenshot({ path: process.env.SCREENSHOT });
  console.log("VS Code shows the findings of the project, completes a key, renames an operation in two files, and follows a reference.");
} catch (error) {
  if (process.env.SCREENSHOT !== undefined) await browser.contexts()[0]?.pages()[0]?.screenshot({ path: process.env.SCREENSHOT });
  throw error;
} finally {
  await browser.close();
  server.kill();
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Puts the cursor behind the first place of a text in `shop.yaml`.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} text
 */
async function cursorAfter(page, text) {
  const before = shop.slice(0, shop.indexOf(text) + text.length).split("\n");
  await page.keyboard.press("Control+g");
  await page.locator(".quick-input-widget .quick-input-box input").first().waitFor();
  await page.keyboard.type(`${before.length}:${(before.at(-1)?.length ?? 0) + 1}`);
  await page.keyboard.press("Enter");
}

/** @param {string} text */
function lineOf(text) {
  return shop.slice(0, shop.indexOf(text)).split("\n").length;
}

/**
 * @param {() => boolean} condition
 * @param {string} otherwise
 */
async function until(condition, otherwise) {
  for (let attempt = 0; attempt < 60; attempt++) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(otherwise);
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const socket = createServer().listen(0, "127.0.0.1", () => {
      const address = socket.address();
      socket.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** @param {string} url */
async function answers(url) {
  for (let attempt = 0; attempt < 120; attempt++) {
    if (await fetch(url).then(({ ok }) => ok, () => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`${url} does not answer.`);
}
