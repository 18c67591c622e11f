import { member } from "../source/json.ts";
import { parseTree } from "../source/parse-tree.ts";
import { shellWord } from "../source/shell-word.ts";
import type { GitRepository, Repository } from "./repository.ts";

/**
 * The file with the CI job that checks each pull request: a workflow of GitHub Actions, or a pipeline of GitLab. Its path is relative to
 * the project's folder.
 */
export function ciFile(repository: Repository, { up, down, service }: GitRepository): { readonly path: string; readonly text: string } {
  const install = installCommands(repository);
  const run = install.length === 0 ? `npx --yes toolsetc@${repository.version}` : "npx toolsetc";
  return service === "gitlab"
    ? { path: `${up}.gitlab-ci.yml`, text: gitlab(install, run, down) }
    : { path: `${up}.github/workflows/toolsets.yml`, text: github(install, run, down) };
}

/** The commands that install the packages of the project; empty if toolsetc is not one of these packages. */
function installCommands({ texts }: Repository): readonly string[] {
  const manifest = parseTree({ path: "package.json", text: texts.get("package.json") ?? "{}" }).data;
  const hasPackage = ["dependencies", "devDependencies"].some((kind) => member(member(manifest, kind), "toolsetc") !== undefined);
  if (!hasPackage) return [];
  if (texts.has("pnpm-lock.yaml")) return ["corepack enable", "pnpm install --frozen-lockfile"];
  if (texts.has("yarn.lock")) return ["corepack enable", "yarn install --immutable"];
  return [texts.has("package-lock.json") ? "npm ci" : "npm install"];
}

/** A workflow of GitHub Actions. `toolsetc ci` compares the pull request with its target branch, so the job fetches the whole history. */
function github(install: readonly string[], run: string, down: string): string {
  const commands = [...install, `${run} ci --against "origin/$GITHUB_BASE_REF" --format github --report markdown="$GITHUB_STEP_SUMMARY"`];
  const folder = down === "" ? "" : `    defaults: { run: { working-directory: ${JSON.stringify(withoutExpressions(down))} } }\n`;
  return `name: toolsets
on: [pull_request]
permissions: { contents: read }
jobs:
  toolsets:
    runs-on: ubuntu-latest
${folder}    steps:
      - uses: actions/checkout@v4
        with: { fetch-depth: 0 }
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
${commands.map((command) => `      - run: ${command}\n`).join("")}`;
}

/** Writes a text so that GitHub does not read parts of it as expressions: an expression whose value is the start of an expression. */
function withoutExpressions(text: string): string {
  return text.replaceAll("${{", "${{ '${{' }}");
}

function gitlab(install: readonly string[], run: string, down: string): string {
  const folder = down === "" ? [] : [`cd -- ${shellWord(down)}`];
  const report = `${down === "" ? "" : `${down}/`}toolsets.codequality.json`;
  const commands = [
    ...folder,
    ...install,
    `${run} ci --against "$CI_MERGE_REQUEST_DIFF_BASE_SHA" --report gitlab=toolsets.codequality.json`,
  ];
  return `toolsets:
  image: node:22
  rules: [{ if: $CI_MERGE_REQUEST_DIFF_BASE_SHA }]
  variables: { GIT_DEPTH: "0" }
  script:
${commands.map((command) => `    - ${/^cd /.test(command) ? JSON.stringify(command) : command}\n`).join("")}  artifacts:
    when: always
    reports: { codequality: ${JSON.stringify(report)} }
`;
}
