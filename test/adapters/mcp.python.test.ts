import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { program, type Served, serveOverHttp } from "../cli/serving.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";

const hasPython = spawnSync("python3", ["-I", "-c", "import json, urllib.request"]).status === 0;
const script = join(import.meta.dirname, "python/use_toolset.py");
const manifest = join(import.meta.dirname, "../../generated/toolsets/weather/toolset.json");
const folder = mkdtempSync(join(tmpdir(), "toolsetc-python-"));
const schema = join(folder, "manifest.schema.json");

let service: Loopback;
let served: Served;

beforeAll(async () => {
  service = await startLoopback();
  service.answer = (response) => response.setHeader("content-type", "application/json").end('{"latitude":59.9,"longitude":10.8}');
  writeFileSync(schema, spawnSync(process.execPath, [program, "schema", "manifest"]).stdout);
  served = await serveOverHttp([manifest, "--base-url", service.address], { cwd: folder });
});

afterAll(async () => {
  await served.stop();
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Not synchronously: the service answers in this process. */
async function python(...args: string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
  // Isolated: neither the environment nor the user's packages are seen.
  const child = spawn("python3", ["-I", script, ...args]);
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: unknown) => {
    said.stdout += String(chunk);
  });
  child.stderr.on("data", (chunk: unknown) => {
    said.stderr += String(chunk);
  });
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, ...said };
}

describe.skipIf(!hasPython)("a Python program with the standard library only", () => {
  test("reads a manifest by its published schema, lists the tools and calls one", { tags: "smoke" }, async () => {
    const given = JSON.stringify({ latitude: 59.9, longitude: 10.8 });
    const { status, stdout, stderr } = await python(schema, manifest, served.url.href, "weather_get_forecast", given);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const answer = { latitude: 59.9, longitude: 10.8 };
    expect(JSON.parse(stdout)).toEqual({
      declared: ["weather_get_forecast", "weather_search_places"],
      agrees: true,
      request: ["GET", "/v1/forecast"],
      parameters: {
        query: [
          ...["latitude", "longitude", "current", "hourly", "daily"],
          ...["timezone", "forecast_days", "temperature_unit", "wind_speed_unit"],
        ],
      },
      answer: { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer },
    });
    expect(service.arrivals.map(({ url }) => url)).toEqual(["/v1/forecast?latitude=59.9&longitude=10.8"]);
  });

  test("refuses a manifest that does not match the schema", async () => {
    const broken = join(folder, "broken.json");
    const text = readFileSync(manifest, "utf8")
      .replace('"tags":', '"approval":"perhaps","tags":')
      .replace(/"timeout": ?\d+/, '"timeout":-1');
    writeFileSync(broken, text);
    const { status, stderr } = await python(schema, broken, served.url.href, "weather_get_forecast", "{}");
    expect(status).toBe(1);
    expect(stderr.trim().split("\n")).toEqual(["$.timeout is less than 0", "$.tools[0].approval is none of ['required', 'none']"]);
  });
});
