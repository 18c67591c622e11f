import { shellWord } from "../source/text/shell-word.ts";
import type { GitRepository, Installation, Repository } from "./repository.ts";

/**
 * The file with the CI job that checks each pull request: a workflow of GitHub Actions, or a pipeline of GitLab. The job checks all projects
 * of the repository, so that it also covers projects that are added later. The path of the file is relative to the project's folder.
 */
export function ciFile(
  { version }: Repository,
  { up, service, installation }: GitRepository,
): { readonly path: string; readonly text: string } {
  const path = service === "gitlab" ? ".gitlab-ci.yml" : ".github/workflows/toolsets.yml";
  const print = service === "gitlab" ? gitlab : github;
  return { path: up + path, text: print(installation, installation === undefined ? `npx --yes toolsetc@${version}` : "npx toolsetc") };
}

/** Whether a CI file runs `toolsetc ci` on the root of the repository, which checks all projects. */
export function checksAllProjects(text: string): boolean {
  const [command, root] = /\btoolsetc(?:@\S+)? ci (?:("\$(?:GITHUB_WORKSPACE|CI_PROJECT_DIR)")|--)/.exec(text) ?? [];
  return command !== undefined && (root !== undefined || !/\bworking-directory:|^\s*- "?cd /m.test(text));
}

function installCommands({ lockfile }: Installation): readonly string[] {
  if (lockfile === "pnpm-lock.yaml") return ["corepack enable", "pnpm install --frozen-lockfile"];
  if (lockfile === "yarn.lock") return ["corepack enable", "yarn install --immutable"];
  return [lockfile === "package-lock.json" ? "npm ci" : "npm install"];
}

/** A workflow of GitHub Actions. `toolsetc ci` compares the pull request with its target branch, so the job fetches the whole history. */
function github(installation: Installation | undefined, run: string): string {
  const { folder = "", runFolder = "" } = installation ?? {};
  const root = runFolder === "" ? "" : ' "$GITHUB_WORKSPACE"';
  const steps = [
    ...(installation === undefined ? [] : installCommands(installation).map((command) => step(command, folder))),
    step(`${run} ci${root} --against "origin/$GITHUB_BASE_REF" --format github --report markdown="$GITHUB_STEP_SUMMARY"`, runFolder),
  ];
  return `name: toolsets
on: [pull_request]
permissions: { contents: read }
jobs:
  toolsets:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with: { fetch-depth: 0 }
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
${steps.join("")}`;
}

/** A step of a workflow. The name of the folder is data of YAML, and no part of a script. */
function step(command: string, folder: string): string {
  return `      - run: ${command}\n${folder === "" ? "" : `        working-directory: ${JSON.stringify(withoutExpressions(folder))}\n`}`;
}

/** Writes a text so that GitHub does not read parts of it as expressions: an expression whose value is the start of an expression. */
function withoutExpressions(text: string): string {
  return text.replaceAll("${{", "${{ '${{' }}");
}

function gitlab(installation: Installation | undefined, run: string): string {
  const { folder = "", runFolder = "" } = installation ?? {};
  const root = runFolder === "" ? "" : ' "$CI_PROJECT_DIR"';
  const report = `${root === "" ? "" : '"$CI_PROJECT_DIR"/'}toolsets.codequality.json`;
  const commands = [
    ...(installation === undefined ? [] : [...enter(folder), ...installCommands(installation)]),
    ...(runFolder === folder ? [] : enter(runFolder)),
    `${run} ci${root} --against "$CI_MERGE_REQUEST_DIFF_BASE_SHA" --report gitlab=${report}`,
  ];
  return `toolsets:
  image: node:22
  rules: [{ if: $CI_MERGE_REQUEST_DIFF_BASE_SHA }]
  variables: { GIT_DEPTH: "0" }
  script:
${commands.map((command) => `    - ${command}\n`).join("")}  artifacts:
    when: always
    reports: { codequality: toolsets.codequality.json }
`;
}

/** The command that enters a folder of the repository, as YAML. */
function enter(folder: string): string[] {
  return folder === "" ? [] : [JSON.stringify(`cd -- "$CI_PROJECT_DIR"/${shellWord(folder)}`)];
}
