import { field, nodeAt, stringValue, valueOrigin } from "../../definition/node.ts";
import { lastSegment } from "../../source/text/last-segment.ts";
import type { Tree } from "../../source/tree.ts";
import { rule, type VisitedApp } from "../rule.ts";
import { namesOf } from "./app-names.ts";
import { textsOf } from "./app-texts.ts";
import { type Reference, referencesIn } from "./references.ts";

export const cesUnreachableAgent = rule<{ agent: string; root: string }>({
  code: "ces-unreachable-agent",
  severity: "warning",
  set: "ces",
  summary: "an agent to which no conversation can come",
  price: 0,
  message: ({ agent, root }) => `No conversation can come to the agent "${agent}": neither "${root}" nor an agent below it leads to it.`,
  help: "A conversation begins with `rootAgent` of the app, and goes on to `childAgents`, to those of `transferRules`, and to agents that are tools. Add the agent to one of these, or remove it.",

  *app(visited, { project }) {
    const { app } = visited;
    const root = stringValue(field(nodeAt({ tree: app.tree, path: [] }), "rootAgent"));
    const agents = new Map(app.agents.map((tree) => [tree, agentNames(tree)]));
    const first = [...agents].find(([, names]) => root !== undefined && names.includes(lastSegment(root)));
    // A root that the app does not have is a finding of its own.
    if (root === undefined || first === undefined) return;
    const reached = reachedFrom(first[0], agents, [...referencesIn(app, visited.content, project.resources)]);
    for (const [tree, names] of agents) {
      if (reached.has(tree) || isNamedInTexts(names, visited)) continue;
      const named = field(nodeAt({ tree, path: [] }), "displayName");
      const place = valueOrigin(named ?? nodeAt({ tree, path: [] }));
      yield { params: { agent: names[0] ?? "", root }, place };
    }
  },
});

function agentNames(tree: Tree): string[] {
  return namesOf(nodeAt({ tree, path: [] }), tree.source.path.split("/").at(-2) ?? "");
}

/** The agents to which the references of agents and tools lead. Whoever may call a tool is not asked: it is enough that it leads there. */
function reachedFrom(root: Tree, agents: ReadonlyMap<Tree, readonly string[]>, references: readonly Reference[]): ReadonlySet<Tree> {
  const reached = new Set([root]);
  const toAgents = references.filter(
    ({ to, node }) =>
      to === "agent" && /^(?:childAgents|child_agents|transferRules|transfer_rules|agentTool|agent_tool)$/.test(String(node.path[0])),
  );
  const follow = (from: (tree: Tree) => boolean) => {
    for (const { name, node } of toAgents)
      if (from(node.tree)) for (const [tree, names] of agents) if (names.includes(lastSegment(name))) reached.add(tree);
  };
  follow((tree) => !agents.has(tree));
  // A set visits what is added while it is walked.
  for (const next of reached) follow((tree) => tree === next);
  return reached;
}

/** Whether an instruction or Python code names an agent, since code may transfer a conversation by name. */
function isNamedInTexts(names: readonly string[], { app, content }: VisitedApp): boolean {
  return textsOf(app, content).some(({ text }) => names.some((name) => text.includes(name)));
}
