// Installs the packed extension into a real VS Code in the browser (code-server), opens a project, and reads what the editor shows.
// CODE_SERVER names the folder of an installed npm package `code-server`; CHROMIUM names the browser.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(workspace)}`);
  await page.locator('.explorer-folders-view [aria-label="toolsetc.yaml"]').first().dblclick({ timeout: 60_000 });
  await page.locator(".squiggly-error").first().waitFor({ timeout: 60_000 });
  await page.keyboard.press("Control+End");
  await page.keyboard.type("over");
  await page.keyboard.press("Control+Space");
  await page.locator('.suggest-widget [aria-label*="overrides"]').first().waitFor({ timeout: 30_000 });
  if (process.env.SCREENSHOT !== undefined) await page.screenshot({ path: process.env.SCREENSHOT });
  console.log("VS Code shows the findings of the project, and completes a key.");
} finally {
  await browser.close();
  server.kill();
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
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
