import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isLong } from "../long.ts";
import { copyOf, createRepository, document, type Repository, readYaml } from "./repository.ts";
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

/** Of a pull request that fails. The action has checked it. */
let original: Repository;
let repository: Repository;
let service: Service;

function remove({ folder, temp }: Repository): void {
  for (const path of [folder, temp]) rmSync(path, { recursive: true });
}

const narrow = (most: number) =>
  repository.put(
    "toolsets/shop.openapi.yaml",
    document(1, () => most),
  );

beforeAll(async () => {
  original = await createRepository(1);
  repository = original;
  narrow(50);
  expect((await runAction(original, { path: "toolsets", against: "base" }, {}, ["check"])).status).toBe(1);
});

beforeEach(() => {
  repository = original;
});

afterEach(() => {
  service?.close();
  if (repository !== original) remove(repository);
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

type Inputs = Readonly<Record<string, string>>;

/** Runs steps of the action for a pull request, by default the one that writes the comment on what the last check found. */
async function comment(inputs: Inputs = {}, which: readonly ("check" | "comment")[] = ["comment"], event: object = { number: 12 }) {
  const file = join(repository.temp, "pull-request.json");
  writeFileSync(file, JSON.stringify({ pull_request: event }));
  const env = { GITHUB_API_URL: service.address, GITHUB_REPOSITORY: "acme/shop", GITHUB_EVENT_PATH: file };
  return runAction(repository, { path: "toolsets", against: "base", ...inputs }, env, which);
}

const checkAndComment = (inputs: Inputs = {}) => comment(inputs, ["check", "comment"]);

describe("the comment of the GitHub action on a pull request", () => {
  test("is written once, and updated until the pull request passes", async () => {
    repository = copyOf(original);
    service = await serve(answering(github), others(150));
    expect((await checkAndComment()).status).toBe(1);
    const [own] = service.comments.slice(150);
    expect(own?.body).toMatch(/^<!-- toolsetc:comment [\w%.]+ -->\n### toolsetc: failed\n/);
    expect((await checkAndComment({ "max-warnings": "many" })).status).toBe(2);
    expect(own?.body).toContain("The check could not run.");
    narrow(100);
    expect((await checkAndComment()).status).toBe(0);
    expect(own?.body).toMatch(/-->\n<!-- toolsetc: no news -->\n### toolsetc: passed\n/);
    // Without a comment, nobody needs to be told of it.
    service.comments.splice(150);
    await comment();
    expect(service.comments).toHaveLength(150);
    const path = "/repos/acme/shop/issues";
    const pages = [`GET ${path}/12/comments`, `GET ${path}/12/comments`];
    expect(service.requests).toEqual([
      ...[...pages, `POST ${path}/12/comments`],
      ...[...pages, `PATCH ${path}/comments/151`],
      ...[...pages, `PATCH ${path}/comments/151`],
      ...pages,
    ]);
  });

  test("is one for each project, and comments of other authors are not changed", async () => {
    service = await serve(answering(github), []);
    await comment();
    const [{ body } = { body: "" }] = service.comments;
    service.comments.splice(0, 1, ...others(1, body));
    await comment();
    await comment({ path: ".", "working-directory": "toolsets" });
    expect(service.comments).toMatchObject([{ author: "octocat", body }, { author: "bot", body }, { author: "bot" }]);
  });

  test.each(isLong ? [403, 404, 500] : [403])(
    "may be refused with %i, and the action writes the job summary and passes",
    async (refused) => {
      service = await serve(answering({ ...github, refused }), []);
      const { status, log, summary } = await comment();
      expect(status).toBe(0);
      expect(summary).toContain("### toolsetc: failed");
      expect(log).toContain(`POST was answered with ${refused}`);
      expect(log).not.toContain("Resource not accessible");
      expect(service.comments).toEqual([]);
    },
  );

  test("is left out without a server, without permission or outside of a pull request", async () => {
    service = await serve(answering(github), []);
    await comment({ comment: "false" });
    const { status, log } = await comment({}, ["comment"], {});
    expect(status).toBe(0);
    expect(log).toContain("belongs to no pull request");
    expect(service.requests).toEqual([]);
    service.close();
    expect(await comment()).toMatchObject({ status: 0, log: expect.stringContaining("The comment was not written (fetch failed)") });
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

describe("the comment of the template for GitLab on a merge request", () => {
  async function note({ address } = service): Promise<string> {
    const env = {
      CI_PROJECT_DIR: repository.folder,
      TOOLSETC_PATH: "toolsets",
      CI_API_V4_URL: address,
      CI_PROJECT_ID: "5",
      CI_MERGE_REQUEST_IID: "12",
      TOOLSETC_GITLAB_TOKEN: "token-of-the-project",
    };
    const done = await repository.shell(readYaml("ci/gitlab.yml")["toolsetc-comment"].script.join("\n"), env);
    expect(done).toMatchObject({ status: 0, stderr: "" });
    return done.stdout;
  }

  async function checkAndNote(): Promise<void> {
    const { script, artifacts } = readYaml("ci/gitlab.yml").toolsetc;
    const base = readFileSync(join(repository.folder, ".git/refs/heads/base"), "utf8").trim();
    const env = { CI_PROJECT_DIR: repository.folder, TOOLSETC_PATH: "toolsets", CI_MERGE_REQUEST_DIFF_BASE_SHA: base };
    await repository.shell(script.join("\n"), env);
    for (const path of artifacts.paths) expect(existsSync(join(repository.folder, path))).toBe(true);
    await note();
  }

  test("is written once and updated, and the job passes if the comment is refused", async () => {
    repository = copyOf(original);
    service = await serve(answering(gitlab), others(150));
    await checkAndNote();
    const { body = "" } = service.comments.at(-1) ?? {};
    expect(body).toMatch(/^<!-- toolsetc:comment [\w%.]+ -->\n### toolsetc: failed\n/);
    for (const refused of isLong ? [403, 404] : [403]) {
      const refusing = await serve(answering({ ...gitlab, refused }), []);
      expect(await note(refusing)).toContain(`POST was answered with ${refused}`);
      refusing.close();
    }

    service.comments.splice(0, 1, ...others(1, body));
    narrow(100);
    await checkAndNote();
    expect(service.comments).toHaveLength(151);
    expect(service.comments[0]).toMatchObject({ author: "octocat", body });
    expect(service.comments.at(-1)?.body).toContain("### toolsetc: passed");
    expect(service.requests.filter((request) => !request.startsWith("GET "))).toEqual([
      "POST /projects/5/merge_requests/12/notes",
      "PUT /projects/5/merge_requests/12/notes/151",
    ]);
  });

  test("is written by a job that runs no package, and only with a token", () => {
    const { rules, script, before_script, variables } = readYaml("ci/gitlab.yml")["toolsetc-comment"];
    expect({ before_script, variables }).toEqual({ before_script: undefined, variables: { GIT_STRATEGY: "none" } });
    expect(script.join("\n")).not.toMatch(/\bnp[mx]\b/);
    expect(script.join("\n").match(/(?<=from ")[^"]+/g)).toEqual(["node:fs"]);
    expect(rules).toMatchObject([{ if: expect.stringContaining("&& $TOOLSETC_GITLAB_TOKEN") }]);
  });
});
