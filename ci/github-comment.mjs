// Writes the comment of the action on a pull request, or updates the one that it wrote before. No package of the project runs in this
// step, which has a token. Whatever happens, the step passes: the check before it decides.
import { appendFileSync, existsSync, readFileSync } from "node:fs";

const { GITHUB_API_URL, GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_STEP_SUMMARY, GITHUB_TOKEN } = process.env;
const { TOOLSETC_COMMENT, TOOLSETC_PATH = ".", TOOLSETC_WORKING_DIRECTORY = "." } = process.env;

/** The account whose token a workflow has. The comments of others are left alone, whatever they contain. */
const author = "github-actions[bot]";
/** The first line of the text of a run that nobody needs to be told of. */
const withoutNews = "<!-- toolsetc: no news -->";

const text = existsSync(TOOLSETC_COMMENT)
  ? readFileSync(TOOLSETC_COMMENT, "utf8")
  : "### toolsetc: failed\n\nThe check could not run. The log of the job says why.\n";
const number = JSON.parse(readFileSync(GITHUB_EVENT_PATH, "utf8")).pull_request?.number;
// Several jobs may check several projects of one repository. Encoded, a path cannot end the marker.
const marker = `<!-- toolsetc:comment ${encodeURIComponent(`${TOOLSETC_WORKING_DIRECTORY}:${TOOLSETC_PATH}`).replaceAll("-", "%2D")} -->`;

if (!Number.isInteger(number)) console.log("This run belongs to no pull request, so there is nothing to comment on.");
else
  try {
    await comment(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`);
  } catch (error) {
    console.log(`The comment was not written (${error.message}). Its text is in the job summary. The job needs \`pull-requests: write\`,
which a pull request from a fork never has.`);
    appendFileSync(GITHUB_STEP_SUMMARY, `\n${text}`);
  }

async function comment(issues) {
  const body = `${marker}\n${text}`;
  const own = await findOwn(`${issues}/${number}/comments`);
  if (own !== undefined) await send("PATCH", `${issues}/comments/${own.id}`, { body });
  else if (!text.startsWith(withoutNews)) await send("POST", `${issues}/${number}/comments`, { body });
}

async function findOwn(comments) {
  for (let page = 1; ; page++) {
    const response = await send("GET", `${comments}?per_page=100&page=${page}`);
    const own = (await response.json()).find(({ user, body }) => user?.login === author && body?.startsWith(marker));
    if (own !== undefined || !/rel="next"/.test(response.headers.get("link") ?? "")) return own;
  }
}

async function send(method, address, content) {
  const response = await fetch(address, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${GITHUB_TOKEN}`,
      "content-type": "application/json",
      "x-github-api-version": "2022-11-28",
    },
    body: content && JSON.stringify(content),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`${method} was answered with ${response.status}`);
  return response;
}
