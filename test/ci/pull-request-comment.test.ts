import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isLong } from "../long.ts";
import { copyOf, createRepository, document, type Repository, readYaml, runShell } from "./repository.ts";
import { runAction } from "./run-action.ts";

// The steps that comment, run by a shell against servers that answer as the documented APIs of GitHub and GitLab do.

interface Comment {
  readonly id: number;
  readonly author: string;
  body: string;
}

interface Service {
  readonly comments: Comment[];
  /** Method and path of each request, in order. */
  readonly requests: string[];
  readonly address: string;
  readonly close: () => void;
}

let original: Repository;
let repository: Repository;
let service: Service;

function remove({ folder, temp }: Repository): void {
  for (const path of [folder, temp]) rmSync(path, { recursive: true });
}

beforeAll(async () => {
  original = await createRepository(1);
});

beforeEach(() => {
  repository = copyOf(original);
});

afterEach(() => {
  service?.close();
  remove(repository);
});

afterAll(() => remove(original));

const others = (count: number, body = "A comment."): Comment[] =>
  Array.from({ length: count }, (_each, index) => ({ id: index + 1, author: "octocat", body }));

async function serve(listen: (service: Pick<Service, "comments" | "requests">) => RequestListener, comments: Comment[]): Promise<Service> {
  const state = { comments, requests: [] as string[] };
  const server = createServer(listen(state));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has one.
  return { ...state, address: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return JSON.parse(text).body;
}

/** What both services answer alike: the pages of a list, a new comment, a changed one. */
interface Api {
  readonly list: RegExp;
  readonly change: RegExp;
  readonly method: "PATCH" | "PUT";
  readonly most: number;
  readonly isAllowed: (request: IncomingMessage) => boolean;
  readonly shown: (comment: Comment) => object;
  readonly next: (page: number, address: string) => Readonly<Record<string, string>>;
  /** The status of each request that is not allowed to write. */
  readonly refused?: number | undefined;
}

const answering =
  (api: Api) =>
  ({ comments, requests }: Pick<Service, "comments" | "requests">): RequestListener =>
  async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const send = (status: number, value: object, headers: Readonly<Record<string, string>> = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
    requests.push(`${request.method} ${pathname}`);
    if (!api.isAllowed(request)) return send(401, { message: "Bad credentials" });
    if (request.method !== "GET" && api.refused !== undefined) return send(api.refused, { message: "::error::Resource not accessible" });
    if (pathname === "/user") return send(200, { id: 7 });
    const changed = api.change.exec(pathname)?.[1];
    if (api.list.test(pathname) && request.method === "GET") {
      const size = Number(searchParams.get("per_page") ?? 20);
      const page = Number(searchParams.get("page") ?? 1);
      const own = comments.slice((page - 1) * size, page * size).map(api.shown);
      return send(200, own, comments.length > page * size ? api.next(page + 1, `http://localhost${pathname}`) : {});
    }
    const body = await bodyOf(request);
    if (body.length > api.most) return send(422, { message: "Validation Failed" });
    if (api.list.test(pathname) && request.method === "POST") {
      comments.push({ id: comments.length + 1, author: "bot", body });
      return send(201, {});
    }
    const found = comments.find(({ id }) => String(id) === changed);
    if (found === undefined || request.method !== api.method) return send(404, { message: "Not Found" });
    found.body = body;
    return send(200, {});
  };

const github: Api = {
  list: /^\/repos\/acme\/shop\/issues\/12\/comments$/,
  change: /^\/repos\/acme\/shop\/issues\/comments\/(\d+)$/,
  method: "PATCH",
  most: 65_536,
  isAllowed: ({ headers }) => headers.authorization === "Bearer token-of-the-job" && headers["x-github-api-version"] === "2022-11-28",
  shown: ({ id, author, body }) => ({ id, body, user: { login: author === "bot" ? "github-actions[bot]" : author, type: "Bot" } }),
  next: (page, address) => ({ link: `<${address}?per_page=100&page=${page}>; rel="next"` }),
};

async function comment(inputs: Readonly<Record<string, string>> = {}) {
  const event = join(repository.temp, "pull-request.json");
  writeFileSync(event, JSON.stringify({ pull_request: { number: 12 } }));
  const env = { GITHUB_API_URL: service.address, GITHUB_REPOSITORY: "acme/shop", GITHUB_EVENT_PATH: event };
  return runAction(repository, { path: "toolsets", against: "base", ...inputs }, env);
}

const narrow = (most: number) =>
  repository.put(
    "toolsets/shop.openapi.yaml",
    document(1, () => most),
  );

describe("the action", () => {
  test("comments once, and updates the comment in place until the pull request passes", async () => {
    service = await serve(answering(github), others(150));
    narrow(50);
    expect((await comment()).status).toBe(1);
    expect(service.comments).toHaveLength(151);
    expect(service.comments.at(-1)?.body).toMatch(/^<!-- toolsetc:comment [\w%.]+ -->\n### toolsetc: failed\n/);
    narrow(200);
    expect(await comment()).toMatchObject({ status: 1 });
    narrow(100);
    expect((await comment()).status).toBe(0);
    expect(service.comments).toHaveLength(151);
    expect(service.comments.at(-1)?.body).toMatch(/-->\n<!-- toolsetc: no news -->\n### toolsetc: passed\n/);
    const path = "/repos/acme/shop/issues";
    expect(service.requests).toEqual([
      ...[`GET ${path}/12/comments`, `GET ${path}/12/comments`, `POST ${path}/12/comments`],
      ...[`GET ${path}/12/comments`, `GET ${path}/12/comments`, `PATCH ${path}/comments/151`],
      ...[`GET ${path}/12/comments`, `GET ${path}/12/comments`, `PATCH ${path}/comments/151`],
    ]);
  });

  test("says nothing of a pull request that changes no tool, and leaves a comment of another author alone", async () => {
    service = await serve(answering(github), []);
    expect((await comment()).status).toBe(0);
    expect(service.comments).toEqual([]);
    narrow(50);
    await comment();
    const [{ body } = { body: "" }] = service.comments;
    service.comments.splice(0, 1, ...others(1, body));
    await comment();
    expect(service.comments).toMatchObject([{ author: "octocat", body }, { author: "bot" }]);
  });

  test("has one comment for each project", async () => {
    service = await serve(answering(github), []);
    narrow(50);
    await comment();
    await comment({ path: ".", "working-directory": "toolsets" });
    await comment({ path: "toolsets" });
    expect(service.comments).toHaveLength(2);
  });

  test.each(isLong ? [403, 404, 500] : [403])(
    "writes the job summary where a comment is answered with %i, and fails or passes as the check does",
    async (refused) => {
      service = await serve(answering({ ...github, refused }), []);
      narrow(50);
      const red = await comment();
      expect(red.status).toBe(1);
      expect(red.summary).toContain("### toolsetc: failed");
      expect(red.log).toContain(`POST was answered with ${refused}`);
      expect(red.log).not.toContain("Resource not accessible");
      repository.put("toolsets/shop.openapi.yaml", document(2));
      await repository.shell("npx --no -- toolsetc compile toolsets; npx --no -- toolsetc lock toolsets");
      const green = await comment();
      expect(green.status).toBe(0);
      expect(green.summary).toContain("### toolsetc: passed");
      expect(service.comments).toEqual([]);
    },
  );

  test("passes without a server too, and comments neither if it shall not nor outside of a pull request", async () => {
    service = await serve(answering(github), []);
    narrow(50);
    expect((await comment({ comment: "false" })).status).toBe(1);
    const { status, log } = await runAction(repository, { path: "toolsets", against: "base" }, { GITHUB_API_URL: service.address });
    expect(status).toBe(1);
    expect(log).toContain("belongs to no pull request");
    expect(service.requests).toEqual([]);
    service.close();
    const { summary } = await comment();
    expect(summary).toContain("### toolsetc: failed");
  });

  test("says that the check could not run in place of what it said before", async () => {
    service = await serve(answering(github), []);
    narrow(50);
    await comment();
    expect((await comment({ "max-warnings": "many" })).status).toBe(2);
    expect(service.comments).toHaveLength(1);
    expect(service.comments[0]?.body).toContain("The check could not run.");
  });
});

const gitlab: Api = {
  list: /^\/projects\/5\/merge_requests\/12\/notes$/,
  change: /^\/projects\/5\/merge_requests\/12\/notes\/(\d+)$/,
  method: "PUT",
  most: 1_000_000,
  isAllowed: ({ headers }) => headers["private-token"] === "token-of-the-project",
  shown: ({ id, author, body }) => ({ id, body, author: { id: author === "bot" ? 7 : 8 } }),
  next: (page) => ({ "x-next-page": String(page) }),
};

describe("the template for GitLab", () => {
  async function note(): Promise<string> {
    const jobs = readYaml("ci/gitlab.yml");
    const env = {
      CI_PROJECT_DIR: repository.folder,
      TOOLSETC_PATH: "toolsets",
      CI_MERGE_REQUEST_DIFF_BASE_SHA: (await repository.shell("git rev-parse base")).stdout.trim(),
    };
    await repository.shell(jobs.toolsetc.script.join("\n"), env);
    for (const path of jobs.toolsetc.artifacts.paths) expect(existsSync(join(repository.folder, path))).toBe(true);
    const own = {
      CI_API_V4_URL: service.address,
      CI_PROJECT_ID: "5",
      CI_MERGE_REQUEST_IID: "12",
      TOOLSETC_GITLAB_TOKEN: "token-of-the-project",
    };
    const done = await runShell(jobs["toolsetc-comment"].script.join("\n"), { ...repository, env: { ...env, ...own } });
    expect(done).toMatchObject({ status: 0, stderr: "" });
    return done.stdout;
  }

  test("comments once, and updates the comment of its own in place", async () => {
    service = await serve(answering(gitlab), others(150));
    narrow(50);
    await note();
    const { body = "" } = service.comments.at(-1) ?? {};
    service.comments.splice(0, 1, ...others(1, body));
    narrow(100);
    await note();
    expect(service.comments).toHaveLength(151);
    expect(body).toMatch(/^<!-- toolsetc:comment [\w%.]+ -->\n### toolsetc: failed\n/);
    expect(service.comments[0]).toMatchObject({ author: "octocat", body });
    expect(service.comments.at(-1)?.body).toContain("### toolsetc: passed");
    expect(service.requests.filter((request) => !request.startsWith("GET "))).toEqual([
      "POST /projects/5/merge_requests/12/notes",
      "PUT /projects/5/merge_requests/12/notes/151",
    ]);
  });

  test.each(isLong ? [403, 404] : [403])("passes where a comment is answered with %i", async (refused) => {
    service = await serve(answering({ ...gitlab, refused }), []);
    narrow(50);
    expect(await note()).toContain(`POST was answered with ${refused}`);
    expect(readFileSync(join(repository.folder, "toolsets.comment.md"), "utf8")).toMatch(/^### toolsetc: failed\n/);
  });

  test("runs no package in the job that comments, and only where there is a token", () => {
    const { rules, script, before_script, variables } = readYaml("ci/gitlab.yml")["toolsetc-comment"];
    expect({ before_script, variables }).toEqual({ before_script: undefined, variables: { GIT_STRATEGY: "none" } });
    expect(script.join("\n")).not.toMatch(/\bnp[mx]\b/);
    expect(script.join("\n").match(/(?<=from ")[^"]+/g)).toEqual(["node:fs"]);
    expect(rules).toMatchObject([{ if: expect.stringContaining("&& $TOOLSETC_GITLAB_TOKEN") }]);
  });
});
