import { field, items, type Node, nodeAt, stringValue } from "../../definition/node.ts";
import type { App, AppCollection, AppContent, ProjectResource } from "../../project/project.ts";
import { lastSegment } from "../../source/text/last-segment.ts";
import type { AppNames, Referent } from "./app-names.ts";

/** A value that refers to another resource of the app by its name. */
export interface Reference {
  readonly node: Node;
  readonly name: string;
  readonly to: Referent;
}

/** The resources that can contain a reference. */
type Referrer = "app" | "agent" | "tool" | AppCollection;

/** The fields that contain references, except the `tools` and `toolsets` of agents. `*` is any item of an array. */
const fields: readonly (readonly [from: Referrer, to: Referent, path: string])[] = [
  ["app", "agent", "rootAgent"],
  ["app", "guardrail", "guardrails.*"],
  ["agent", "agent", "childAgents.*"],
  ["agent", "agent", "transferRules.*.childAgent"],
  ["agent", "guardrail", "guardrails.*"],
  ["tool", "agent", "agentTool.agent"],
  ["evaluations", "tool", "golden.turns.*.steps.*.expectation.toolCall.tool"],
  ["evaluations", "tool", "golden.turns.*.steps.*.expectation.toolResponse.tool"],
  ["evaluations", "tool", "golden.turns.*.steps.*.expectation.mockToolResponse.tool"],
  ["evaluations", "toolset", "golden.turns.*.steps.*.expectation.toolCall.toolsetTool.toolset"],
  ["evaluations", "toolset", "golden.turns.*.steps.*.expectation.toolResponse.toolsetTool.toolset"],
  ["evaluations", "agent", "golden.turns.*.steps.*.expectation.agentTransfer.targetAgent"],
  ["evaluations", "agent", "golden.turns.*.steps.*.agentTransfer.targetAgent"],
  ["evaluations", "evaluation expectation", "golden.evaluationExpectations.*"],
  ["evaluations", "tool", "scenario.scenarioExpectations.*.toolExpectation.expectedToolCall.tool"],
  ["evaluations", "tool", "scenario.scenarioExpectations.*.toolExpectation.mockToolResponse.tool"],
  ["evaluations", "toolset", "scenario.scenarioExpectations.*.toolExpectation.expectedToolCall.toolsetTool.toolset"],
  ["evaluations", "toolset", "scenario.scenarioExpectations.*.toolExpectation.mockToolResponse.toolsetTool.toolset"],
  ["evaluations", "evaluation expectation", "scenario.evaluationExpectations.*"],
  ["evaluations", "evaluation dataset", "evaluationDatasets.*"],
  ["evaluationDatasets", "evaluation", "evaluations.*"],
  ["examples", "agent", "entryAgent"],
  ["examples", "agent", "messages.*.chunks.*.agentTransfer.targetAgent"],
  ["examples", "tool", "messages.*.chunks.*.toolCall.tool"],
  ["examples", "tool", "messages.*.chunks.*.toolResponse.tool"],
  ["examples", "toolset", "messages.*.chunks.*.toolCall.toolsetTool.toolset"],
  ["examples", "toolset", "messages.*.chunks.*.toolResponse.toolsetTool.toolset"],
];

/** The references between the resources of an app, except the references of agents to tools and toolsets. */
export function* referencesIn(app: App, { resources }: AppContent, definitions: readonly ProjectResource[]): Iterable<Reference> {
  const root = (tree: Node["tree"]): Node => nodeAt({ tree, path: [] });
  yield* referencesFrom(root(app.tree), "app");
  for (const agent of app.agents) yield* referencesFrom(root(agent), "agent");
  for (const resource of definitions)
    if (resource.app === app.root && resource.resource === "tool") yield* referencesFrom(nodeAt(resource), "tool");
  for (const { collection, tree } of resources) yield* referencesFrom(root(tree), collection);
}

function* referencesFrom(node: Node, referrer: Referrer): Iterable<Reference> {
  for (const [from, to, path] of fields) {
    if (from !== referrer) continue;
    for (const found of nodesAt(node, path.split("."))) {
      const name = stringValue(found);
      if (name !== undefined && name !== "") yield { node: found, name, to };
    }
  }
}

function nodesAt(node: Node, steps: readonly string[]): Node[] {
  return steps.reduce<Node[]>((nodes, step) => nodes.flatMap((each) => (step === "*" ? items(each) : (field(each, step) ?? []))), [node]);
}

/** Whether the app has the resource that a reference names. */
export function isKnown({ name, to }: Pick<Reference, "name" | "to">, { of }: AppNames): boolean {
  return of.get(to)?.has(lastSegment(name)) === true;
}
