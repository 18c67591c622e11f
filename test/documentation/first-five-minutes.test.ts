import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { firstFiveMinutes } from "../package/readme-steps.mjs";
import { runCommand } from "../run-command.ts";
import { root } from "./blocks.ts";
import { wordsOf } from "./check-commands.ts";

// Without the packages and the programs, which `npm run test:first-hour` runs from the packed tarball on Node 20 and 22.
test("the commands of the README's first five minutes print and write what it says", async () => {
  const { commands, orders, definition, ci } = firstFiveMinutes(readFileSync(join(root, "README.md"), "utf8"));
  const folder = mkdtempSync(join(tmpdir(), "toolsetc-readme-"));
  try {
    copyFileSync(join(root, "test/documentation/shop/shop.openapi.yaml"), join(folder, "shop.openapi.yaml"));
    const printed: string[] = [];
    for (const command of [...commands, ci].filter((each) => each.startsWith("npx toolsetc "))) {
      const [, , ...args] = wordsOf(command.replace(/ +#.*/, ""));
      const { status, stdout, stderr } = await runCommand(args, { cwd: folder });
      expect({ status, stderr: status === 0 ? "" : stderr }, command).toEqual({ status: 0, stderr: "" });
      printed.push(stdout);
    }
    const [search, init, compiled] = printed;
    expect(search).toMatch(/^listOrders .*orders/m);
    expect(init).toContain("npx toolsetc compile");
    const [statement = "no import"] = orders.match(/^import .*$/m) ?? [];
    expect(compiled).toContain(statement);
    expect(parse(readFileSync(join(folder, "toolsets/shop.yaml"), "utf8"))).toEqual(parse(definition));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
