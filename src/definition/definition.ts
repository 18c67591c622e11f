import type { DefinitionKind } from "../kinds.ts";
import type { Path } from "../source/tree.ts";
import type { Node } from "./node.ts";

/** An authored resource that compiles, once its structure has been accepted. */
export interface Definition {
  readonly resource: "toolset" | "tool";
  readonly kind: DefinitionKind;
  /** What environments and agents call it: its display name, else the name of its folder or file. */
  readonly name: string;
  /** Every name it answers to; the first is `name`. */
  readonly aliases: readonly string[];
  /** The app it belongs to, by the app's root folder; `undefined` outside of exported apps. */
  readonly app: string | undefined;
  /** The whole Toolset or Tool. */
  readonly node: Node;
  /** The member of the oneof that is set: OpenApiToolset, McpToolset, ClientFunction and so on. */
  readonly body: Node;
  /** The field that holds `body`, in camelCase: `openApiToolset`, `clientFunction` and so on. */
  readonly member: string;
  /** The fields that nobody knows, as JSON Pointers from `node`. They have no effect, and compile all the same. */
  readonly unknownFields: readonly string[];
  /** What is at fault below `node` and costs only itself: an item of `functions`, `connectorActions` or `toolOverrides`. From the root of the tree. */
  readonly faults: readonly Path[];
}

/** A resource of a kind that is read and checked but does not compile, such as `pythonFunction`. */
export interface OtherTool {
  readonly member: string;
  readonly name: string;
  readonly app: string | undefined;
  readonly node: Node;
}
