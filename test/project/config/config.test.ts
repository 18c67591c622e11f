import { expect, test } from "vitest";
import { loadAndCheck, loadTexts } from "../load-texts.ts";

const tool = { "pick.yaml": "clientFunction: { name: pick }\n" };

test("a `toolsetc.yaml` with all settings is read", async () => {
  const { project, findings } = await loadTexts({
    ...tool,
    "toolsetc.yaml": `
root: .
environments: { dev: environments/dev.json, prod: environments/prod.json }
defaultEnvironment: dev
naming: operation
targets: [{ target: openai, out: made/openai, strict: true }]
sources: { github: https://example.com/openapi.json }
overrides:
  github:
    include: ["tag:issues", "GET /repos/*"]
    exclude: ["*/delete*"]
    approval: { required: ["method:DELETE"], never: [a] }
    auth: { bearer: { secret: github-token } }
    body: grouped
    tools:
      issues/create:
        name: create_issue
        title: Create
        description: Creates an issue.
        annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false }
        metadata: { team: a }
        lazy: true
        parameters: { owner: { value: null }, title: { description: Short. } }
        output: { pick: [number], maxBytes: 20000 }
rules: { description-too-short: off }
`,
    "environments/dev.json": "{}",
    "environments/prod.json": '{ "toolsets": {} }',
  });
  expect(findings).toEqual([]);
  const { config } = project;
  expect(project.environments.map(({ name, app, tree }) => [name, app, tree.source.path])).toEqual([
    ["dev", undefined, "environments/dev.json"],
    ["prod", undefined, "environments/prod.json"],
  ]);
  expect([config.root, config.naming, config.defaultEnvironment?.value]).toEqual([".", "operation", "dev"]);
  expect(config.targets.map(({ target, out, options, origin }) => [target, out, options, origin?.path])).toEqual([
    ["openai", "made/openai", { strict: true }, ["targets", 0]],
  ]);
  expect(config.severities.get("description-too-short")?.value).toBe("off");
  expect(config.sources.get("github")?.origin?.path).toEqual(["sources", "github"]);
  const github = config.overrides.get("github");
  expect(github?.include.map(({ value }) => value)).toEqual(["tag:issues", "GET /repos/*"]);
  expect(github?.approval.required.map(({ origin }) => origin?.path)).toEqual([["overrides", "github", "approval", "required", 0]]);
  expect(github?.auth.get("bearer")?.value).toEqual({ secret: "github-token" });
  expect(github?.body).toBe("grouped");
  const issues = github?.tools.get("issues/create");
  expect([issues?.name?.value, issues?.title?.value, issues?.lazy?.value, issues?.maxBytes?.value]).toEqual([
    "create_issue",
    "Create",
    true,
    20000,
  ]);
  expect(issues?.annotations?.value).toEqual({ readOnly: true, destructive: false, idempotent: true, openWorld: false });
  expect(issues?.pick.map(({ value }) => value)).toEqual(["number"]);
  expect(issues?.parameters.get("owner")?.value?.value).toBeNull();
  expect(issues?.parameters.get("title")).toMatchObject({ value: undefined, description: { value: "Short." } });
});

test("a project without `toolsetc.yaml` has the default of every setting", async () => {
  const { project } = await loadTexts(tool);
  expect(project.config).toMatchObject({
    tree: undefined,
    naming: "toolset_operation",
    targets: [{ target: "typescript", out: "generated" }],
  });
});

const invalid: readonly (readonly [text: string, expected: readonly string[]])[] = [
  ["nameing: operation\n", ['1:1 unknown-field The field "nameing" is unknown. Did you mean "naming"?']],
  ["naming: toolset\n", ['1:9 wrong-choice The value "toolset" is not allowed here. Allowed values: "toolset_operation" and "operation".']],
  ["targets: typescript\n", ["1:10 wrong-type This value must be an array, not a string."]],
  ["targets: [{ out: x }]\n", ['1:11 missing-field The field "target" is missing.']],
  [
    "overrides: { a: { tools: { b: { annotation: {} } } } }\n",
    ['1:33 unknown-field The field "annotation" is unknown. Did you mean "annotations"?'],
  ],
  ["overrides: { a: { auth: { key: { token: x } } } }\n", ['1:34 unknown-field The field "token" is unknown.']],
  [
    "rules: { a: fatal }\n",
    ['1:13 wrong-choice The value "fatal" is not allowed here. Allowed values: "error", "warning", "note" and "off".'],
  ],
  ["environments: { dev: dev.json }\n", ['1:22 file-not-found There is no file "dev.json".']],
  [
    "environments: { dev: ../dev.json }\n",
    ['1:22 outside-project The path "../dev.json" is outside of this project, so the file is not read.'],
  ],
  [
    "environments: { dev: pick.yaml }\ndefaultEnvironment: prod\n",
    ['2:21 unknown-environment There is no environment "prod". Available: "dev".'],
  ],
  [
    "environments: { dev: pick.yaml }\ndefaultEnvironment: dve\n",
    ['2:21 unknown-environment There is no environment "dve". Did you mean "dev"?'],
  ],
  [
    "defaultEnvironment: dev\n",
    ['1:21 unknown-environment There is no environment "dev". No environment is configured under `environments`.'],
  ],
  ["sources: { pick: here }\n", ["1:18 invalid-value This value does not match the pattern ^https?://[^ ]+$."]],
  [
    "sources: { pick: 'oci://registry.example.com/apis/pick:1.2' }\n",
    ['1:18 unsupported-source The source of "pick" is in an OCI registry, which `pull` does not read.'],
  ],
  [
    "overrides: { pick: { tools: { pick: { name: pick-one } } } }\n",
    ["1:45 invalid-value This value does not match the pattern ^[A-Za-z_][A-Za-z0-9_]{0,63}$."],
  ],
  ["overrides: { pick: { tools: { pick: { parameters: { a: {} } } } } }\n", ["1:56 invalid-value This value must have a field."]],
  ["root: ..\n", ['1:7 outside-project The path ".." is outside of this project, so the file is not read.']],
  [
    "formatVersion: '2.0'\nfuture: true\n",
    ["1:16 newer-format This file has the format 2.0, and this version of toolsetc reads formats up to 1.0."],
  ],
  ["naming: [\n", ["2:1 syntax-error"]],
];

test.each(invalid)("an invalid `toolsetc.yaml` is reported at the place of each mistake: %j", async (text, expected) => {
  const { findings, accepted } = await loadTexts({ ...tool, "toolsetc.yaml": text });
  const own = findings.filter(({ mark }) => mark.file === "toolsetc.yaml");
  expect(
    own.map(
      ({ code, message, mark }) => `${mark.start.line}:${mark.start.column} ${code === "syntax-error" ? code : `${code} ${message}`}`,
    ),
  ).toEqual(expected);
  expect(accepted).toHaveLength(1);
});

test("invalid values in `toolsetc.yaml` are reported and omitted", async () => {
  const text = `
targets: [{ target: typescript, out: "" }]
sources: { pick: here }
overrides:
  pick:
    include: ["", pick]
    auth: { key: { secret: "", username: me } }
    tools:
      pick:
        name: ${"pick-one".repeat(9)}
        title: One
        annotations: { destructive: sure, readOnly: true }
        output: { pick: ["", id], maxBytes: 0 }
`;
  const { project, findings } = await loadTexts({ ...tool, "toolsetc.yaml": text });
  expect(findings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
    "invalid-value /targets/0/out",
    "invalid-value /sources/pick",
    "invalid-value /overrides/pick/include/0",
    "invalid-value /overrides/pick/auth/key/secret",
    "invalid-value /overrides/pick/tools/pick/name",
    "wrong-type /overrides/pick/tools/pick/annotations/destructive",
    "invalid-value /overrides/pick/tools/pick/output/pick/0",
    "invalid-value /overrides/pick/tools/pick/output/maxBytes",
  ]);
  const { targets, sources, overrides } = project.config;
  expect([targets[0]?.out, sources.size]).toEqual(["generated", 0]);
  const pick = overrides.get("pick");
  expect(pick?.include.map(({ value, origin }) => [value, origin && "path" in origin && origin.path.at(-1)])).toEqual([["pick", 1]]);
  expect(pick?.auth.get("key")?.value).toEqual({ username: "me" });
  const one = pick?.tools.get("pick");
  expect([one?.name, one?.title?.value, one?.maxBytes]).toEqual([undefined, "One", undefined]);
  expect(one?.annotations?.value).toEqual({ readOnly: true });
  expect(one?.pick.map(({ value }) => value)).toEqual(["id"]);
});

test("a `root` in `toolsetc.yaml` without definitions is reported", async () => {
  const { findings } = await loadTexts({ ...tool, "toolsetc.yaml": "naming: operation\nroot: nowhere\n" });
  expect(findings.map(({ code, mark }) => `${mark.file}:${mark.start.line}:${mark.start.column} ${code}`)).toEqual([
    "toolsetc.yaml:2:7 no-definitions",
  ]);
});

test("an environment file with an invalid structure is reported", async () => {
  const { findings } = await loadTexts({
    ...tool,
    "environment.json": '{ "toolset": {}, "toolsets": { "a": { "openApiToolset": { "url": 1 } } } }',
  });
  expect(findings.map(({ code, mark }) => `${mark.file}:${mark.start.line}:${mark.start.column} ${code}`)).toEqual([
    "environment.json:1:3 unknown-field",
    "environment.json:1:66 wrong-type",
  ]);
});

test("severities for a path in a configuration precede those in the one that it extends", async () => {
  const { project } = await loadTexts({
    ...tool,
    "base.yaml": "pathRules: { a.yaml: { skipped-file: error }, b.yaml: { skipped-file: warning } }\n",
    "toolsetc.yaml": 'extends: ./base.yaml\npathRules: { "*.yaml": { skipped-file: note } }\n',
  });
  expect(project.config.pathSeverities.map(({ path }) => path)).toEqual(["a.yaml", "b.yaml", "*.yaml"]);
});

test("an empty `toolsetc.yaml` has the default of every setting", async () => {
  const { findings, accepted } = await loadTexts({ ...tool, "toolsetc.yaml": "\n" });
  expect(findings).toEqual([]);
  expect(accepted).toHaveLength(1);
});

test.each([
  ["latin 1", [0x61, 0x3a, 0x20, 0xe4], "1:4"],
  ["UTF-16", [0xff, 0xfe, 0x61, 0x00], "1:1"],
  ["a text with a NUL", [0x61, 0x3a, 0x00, 0x62], "1:3"],
])("a definition in %s instead of UTF-8 is an error", async (_name, bytes, place) => {
  const host = {
    list: async () => ["a.yaml"],
    read: async (path: string) => (path === "a.yaml" ? Uint8Array.from(bytes) : "absent"),
  } as const;
  const { findings } = await loadAndCheck(host, { kind: "file", path: "a.yaml" });
  expect(findings.map(({ code, mark }) => `${mark.start.line}:${mark.start.column} ${code}`)).toEqual([`${place} not-utf-8`]);
});
