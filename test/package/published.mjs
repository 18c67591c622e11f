// A compiled folder as a package of its own: `emit: js`, packed by npm, installed into a clean project, used by plain Node and by TypeScript.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expectEqual, freshFolder, installOffline, manifest, node, run, withServer } from "./packed.mjs";
import { typeCheck } from "./type-check.mjs";

/** With the run-time library from this package, and with a copy of it. `compiler` is a folder in which the compiler is installed. */
export async function tryPublished({ compiler, document, tarball, log }) {
  await tryPackage("tools-with-library", { options: {}, dependencies: { [manifest.name]: manifest.version }, installed: [tarball] });
  log("emit: js: a compiled folder is a package, for plain Node and TypeScript 5.9 and 7.0");
  await tryPackage("tools-with-copy", { options: { runtime: "copy" }, dependencies: {}, installed: [] });
  log("runtime: copy: so it is without this one");

  async function tryPackage(name, { options, dependencies, installed }) {
    const published = freshFolder(name, {
      "shop.yaml": { displayName: "shop", openApiToolset: { openApiSchema: "./shop.json" } },
      "shop.json": document,
      "toolsetc.yaml": { targets: [{ target: "typescript", out: "dist", emit: "js", ...options }] },
      "package.json": {
        name,
        version: "1.0.0",
        type: "module",
        files: ["dist"],
        sideEffects: false,
        exports: { ".": { types: "./dist/toolsets/shop/index.d.ts", default: "./dist/toolsets/shop/index.js" } },
        dependencies,
      },
    });
    run("npx", ["--no-install", "toolsetc", "compile", published], { cwd: compiler });
    const [{ filename }] = JSON.parse(run("npm", ["pack", "--json", "--silent"], { cwd: published }));

    const user = freshFolder(`${name}-user`, {
      "package.json": { name: `${name}-user`, private: true, type: "module" },
      "use.mjs": useFromNode(name),
      "use.ts": useFromTypescript(name),
    });
    installOffline(user, [...installed, join(published, filename)]);
    expectEqual(existsSync(join(user, "node_modules", manifest.name)), installed.length > 0, `Whether ${manifest.name} is installed`);
    await typeCheck(user, ["use.ts"]);
    const call = await withServer({ id: 7, total: 12.5 }, (address) => ["use.mjs", address], { cwd: user });
    expectEqual(call, { status: 0, said: "shop_getOrder 12.5", arrived: ["GET /v1/orders/7"] }, "The call");
    node(
      [
        "--input-type=module",
        "--eval",
        `import * as all from ${JSON.stringify(name)}; if (!all.names.includes(all.getOrder.name)) throw new Error();`,
      ],
      {
        cwd: user,
      },
    );
    for (const folder of [published, user]) rmSync(folder, { recursive: true });
  }
}

function useFromNode(name) {
  return `import { getOrder, tools } from ${JSON.stringify(name)};

const [bound] = tools({ baseUrl: \`\${process.argv[2]}/v1\` });
console.log(getOrder.name, (await bound.execute({ id: 7 })).total);
`;
}

function useFromTypescript(name) {
  return `import { type GetOrderInput, type GetOrderOutput, getOrder, names, type Options, type ToolName, tools, type types } from ${JSON.stringify(name)};

const options: Options = { baseUrl: "https://shop.example/v1" };
export const input: GetOrderInput = { id: 7 };
export const answer: Promise<GetOrderOutput> = getOrder.execute(input, options);
export const order: Promise<types.Order> = tools(options)[0].execute(input);
export const named: readonly ["shop_getOrder"] = names;
export const name: ToolName = getOrder.name;
// @ts-expect-error The id is a number.
export const wrong: GetOrderInput = { id: "7" };
// @ts-expect-error There is no such tool.
export const other: ToolName = "shop_getOrders";
`;
}
