import { bindTools, retryPolicy, type Tool } from "toolsetc/runtime";

/** All tools that have this policy share its budget: 60 repetitions in a minute. */
const retries = retryPolicy({ attempts: 5, statuses: [429, 502, 503, 504], budget: 60 });

/** The same tools for work in the background, where a call may take a minute. */
export function patient<const Tools extends readonly Tool[]>(tools: Tools): Tools {
  return bindTools(tools, { deadline: 60_000, retries });
}
