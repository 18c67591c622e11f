// Bundles one entry for production as the bundler's users do, with no more settings than it needs: node bundle.mjs <bundler> <entry> <folder>.
import { resolve } from "node:path";

const [bundler, entry, folder] = process.argv.slice(2);
await { esbuild, rolldown, rollup, vite, webpack }[bundler]();

async function esbuild() {
  const { build } = await import("esbuild");
  await build({ entryPoints: [entry], bundle: true, minify: true, format: "esm", outdir: folder, logLevel: "error" });
}

async function rolldown() {
  const { build } = await import("rolldown");
  await build({ input: entry, output: { dir: folder, minify: true }, logLevel: "warn" });
}

/** It minifies nothing by itself. */
async function rollup() {
  const { rollup } = await import("rollup");
  const { nodeResolve } = await import("@rollup/plugin-node-resolve");
  const { default: json } = await import("@rollup/plugin-json");
  const { default: terser } = await import("@rollup/plugin-terser");
  const build = await rollup({ input: entry, plugins: [nodeResolve({ browser: true }), json()] });
  await build.write({ dir: folder, plugins: [terser()] });
  await build.close();
}

async function vite() {
  const { build } = await import("vite");
  // As an app: a library's output is not minified.
  await build({ build: { outDir: folder, rolldownOptions: { input: entry } }, logLevel: "error" });
}

async function webpack() {
  const { default: webpack } = await import("webpack");
  const compiler = webpack({
    mode: "production",
    entry: resolve(entry),
    output: { path: resolve(folder) },
    performance: { hints: false },
  });
  await new Promise((done, fail) => {
    compiler.run((error, stats) => {
      if (error || stats.hasErrors()) fail(error ?? new Error(stats.toString("errors-only")));
      else compiler.close(done);
    });
  });
}
