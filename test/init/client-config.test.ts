import { expect, test } from "vitest";
import { readClientConfig } from "../../src/init/client-config.ts";

// The forms of Claude Code, Cursor and VS Code, as their documentation has them.
const claude = `{
  "mcpServers": {
    "github": { "type": "http", "url": "https://api.githubcopilot.com/mcp/", "headers": { "Authorization": "Bearer \${GITHUB_PAT}", "X-Team": "core" } },
    "api": { "type": "http", "url": "\${API_BASE_URL:-https://api.example.com}/mcp", "headers": { "X-Api-Key": "\${API_KEY}" } },
    "db": { "command": "npx", "args": ["-y", "@bytebase/dbhub"], "env": { "DSN": "postgres://me:hunter2@db/prod", "CACHE_DIR": "/tmp" } },
    "old": { "type": "sse", "url": "https://mcp.example.com/sse" }
  }
}`;
const cursor = `{ "mcpServers": {
  "files": { "command": "node", "args": ["\${workspaceFolder}/server.js"], "env": { "API_KEY": "\${env:MY_KEY}" } },
  "remote": { "url": "https://x.example/mcp", "headers": { "Authorization": "Token \${env:TOKEN}" } },
  "home": { "command": "\${userHome}/bin/server" },
  "off": { "command": "x", "disabled": true }
} }`;
const vscode = `{
  // VS Code allows comments.
  "inputs": [{ "type": "promptString", "id": "api-key", "description": "Key", "password": true },],
  "servers": {
    "perplexity": { "type": "stdio", "command": "npx", "args": ["-y", "server-perplexity"], "env": { "API_KEY": "\${input:api-key}" }, "envFile": "\${workspaceFolder}/.env" },
    "http": { "type": "http", "url": "https://y.example/mcp", "headers": { "Authorization": "Bearer \${input:api-key}" } },
  },
}`;

test("from a configuration of Claude Code, references are kept and literals become references", () => {
  const found = readClientConfig(claude);
  expect(JSON.stringify(found?.servers.map(({ location }) => location))).not.toMatch(/hunter2|core|\/tmp/);
  expect(found?.servers.map(({ name, location }) => [name, location])).toEqual([
    [
      "github",
      {
        serverAddress: "https://api.githubcopilot.com/mcp/",
        apiAuthentication: { bearerTokenConfig: { token: "$context.variables.GITHUB_PAT" } },
        customHeaders: { "X-Team": "$context.variables.X_TEAM" },
      },
    ],
    ["api", { serverAddress: "https://api.example.com/mcp", customHeaders: { "X-Api-Key": "$context.variables.API_KEY" } }],
    [
      "db",
      {
        stdio: {
          command: ["npx", "-y", "@bytebase/dbhub"],
          env: { DSN: "$context.variables.DSN", CACHE_DIR: "$context.variables.CACHE_DIR" },
        },
      },
    ],
  ]);
  expect(found?.servers.flatMap(({ variables }) => variables.filter(({ isLiteral }) => isLiteral).map(({ place }) => place))).toEqual([
    "headers.X-Team",
    "env.DSN",
    "env.CACHE_DIR",
  ]);
  expect(found?.omitted).toEqual([{ name: "old", reason: expect.stringContaining("SSE") }]);
});

test("from a configuration of Cursor, its variables are read, and what a definition cannot express is not", () => {
  const found = readClientConfig(cursor);
  expect(found?.servers.map(({ location }) => location)).toEqual([
    { stdio: { command: ["node", "./server.js"], env: { API_KEY: "$context.variables.MY_KEY" } } },
    { serverAddress: "https://x.example/mcp", customHeaders: { Authorization: "$context.variables.AUTHORIZATION" } },
  ]);
  expect(found?.servers[1]?.variables[0]?.form).toBe("Token ${env:TOKEN}");
  expect(found?.omitted.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
    expect.stringMatching(/^home: its command contains the variable \$\{userHome\}, but/),
    "off: it is disabled",
  ]);
});

test("from a configuration of VS Code, comments, inputs and an `envFile` are read", () => {
  const found = readClientConfig(vscode);
  expect(found?.servers.map(({ location }) => location)).toEqual([
    { stdio: { command: ["npx", "-y", "server-perplexity"], env: { API_KEY: "$context.variables.API_KEY" } } },
    { serverAddress: "https://y.example/mcp", apiAuthentication: { bearerTokenConfig: { token: "$context.variables.API_KEY" } } },
  ]);
  expect(found?.servers[0]?.notes).toEqual([expect.stringContaining("envFile is not read")]);
});

test("two servers of an MCP client with different values of one variable get two variables", () => {
  const entry = (value: string) => ({ command: "x", env: { TOKEN: value } });
  const found = readClientConfig(JSON.stringify({ mcpServers: { one: entry("1"), "two-b": entry("2"), three: entry("${TOKEN}") } }));
  expect(found?.servers.map(({ variables }) => variables[0]?.variable)).toEqual(["TOKEN", "TWO_B_TOKEN", "THREE_TOKEN"]);
});

// None of these reaches a file.
test.each([
  [{ command: "npx", args: ["server-postgres", "postgresql://me:hunter2@localhost/db"] }, "argument 2"],
  [{ command: "npx", args: ["x", "--api-key", "abc"] }, "argument 3"],
  [{ command: "npx", args: ["x", "--api-key=abc"] }, "argument 2"],
  [{ command: "npx", args: ["mcp-remote", "https://x/mcp", "--header", "Authorization: Bearer abc"] }, "argument 4"],
  [{ command: "docker", args: ["run", "-e", "GITHUB_TOKEN=abc"] }, "argument 3"],
  [{ command: "x", args: ["ghp_0123456789abcdef0123"] }, "argument 1"],
  [{ command: "x", args: [`SG.${"aB3_".repeat(5)}xy.${"cD4-".repeat(10)}xyz`] }, "argument 1"],
  [{ command: "x", args: ["--sign-in-passphrase", "correct horse"] }, "argument 2"],
  [{ command: "x", args: ["4f2b8c1d9e0a4f2b8c1d9e0a4f2b8c1d"] }, "argument 1"],
  [{ url: "https://me:hunter2@x.example/mcp" }, "its URL"],
  [{ url: "https://x.example/mcp?api_key=abc" }, "its URL"],
  [{ url: "https://x.example/api/s/NzY1Mzk2ZTUtYTY2Yi00ZDM4LTk4/mcp" }, "its URL"],
  [{ url: "https://x.example/4f2b8c1d9e0a4f2b8c1d9e0a4f2b8c1d/mcp" }, "its URL"],
  [{ url: "https://x.example/mcp?exaApiKey=4f2b8c1d9e0a4f2b8c1d9e0a4f2b8c1d" }, "its URL"],
])("a server of an MCP client that seems to contain a secret is omitted: %j", (entry, what) => {
  const found = readClientConfig(JSON.stringify({ mcpServers: { it: entry } }));
  expect(found).toEqual({ servers: [], omitted: [{ name: "it", reason: expect.stringContaining(what) }] });
});

test.each([
  { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem@2025.11.25", "/home/me/projects/code"] },
  { command: "docker", args: ["run", "-i", "--rm", "-e", "GITHUB_PERSONAL_ACCESS_TOKEN", "ghcr.io/github/github-mcp-server"] },
  { command: "uvx", args: ["--from", "git+https://github.com/oraios/serena", "serena", "start-mcp-server"] },
  { url: "https://gitmcp.io/modelcontextprotocol/typescript-sdk-2025/mcp" },
  { url: "https://x.example/v1/organizations/acme-industries-2/projects/storefront/mcp" },
  { url: "https://mcp.supabase.com/mcp?project_ref=abcdefghij&read_only=true" },
])("a server of an MCP client is taken over, as it seems to contain no secret: %j", (entry) => {
  expect(readClientConfig(JSON.stringify({ mcpServers: { it: entry } }))?.servers).toHaveLength(1);
});

test.each(["", "[]", "{}", '{"servers":[]}', "openapi: 3.1.0", '{"mcpServers":1}'])(
  "the text %j is not a configuration of an MCP client",
  (text) => {
    expect(readClientConfig(text)).toBeUndefined();
  },
);

test("values of one server with the same name get different variables", () => {
  const headers = { Authorization: "Bearer one", "github-token": "two", "github_github-token": "three", "GitHub Token": "four" };
  const found = readClientConfig(JSON.stringify({ mcpServers: { github: { url: "https://x.example/mcp", headers } } }));
  expect(found?.servers[0]?.location).toEqual({
    serverAddress: "https://x.example/mcp",
    apiAuthentication: { bearerTokenConfig: { token: "$context.variables.GITHUB_TOKEN" } },
    customHeaders: {
      "github-token": "$context.variables.GITHUB_GITHUB_TOKEN",
      "github_github-token": "$context.variables.GITHUB_GITHUB_GITHUB_TOKEN",
      "GitHub Token": "$context.variables.GITHUB_GITHUB_TOKEN_2",
    },
  });
  expect(found?.servers[0]?.variables.map(({ variable, place }) => [variable, place])).toEqual([
    ["GITHUB_TOKEN", "headers.Authorization"],
    ["GITHUB_GITHUB_TOKEN", "headers.github-token"],
    ["GITHUB_GITHUB_GITHUB_TOKEN", "headers.github_github-token"],
    ["GITHUB_GITHUB_TOKEN_2", "headers.GitHub Token"],
  ]);
});
