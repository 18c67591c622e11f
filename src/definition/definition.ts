import type { DefinitionKind } from "../kinds.ts";
import type { Path } from "../source/tree.ts";
import type { Node } from "./node.ts";

/** An authored resource of a kind that compiles, whose structure was checked. */
export interface Definition {
  readonly resource: "toolset" | "tool";
  readonly kind: DefinitionKind;
  /** The name of the resource in environments and agents: its display name, else the name of its folder or file. */
  readonly name: string;
  /** All names of the resource. The first is `name`. */
  readonly aliases: readonly string[];
  /** The root folder of the app that contains the resource; `undefined` outside of exported apps. */
  readonly app: string | undefined;
  /** The whole Toolset or Tool. */
  readonly node: Node;
  /** The value of the member that determines the kind: an OpenApiToolset, McpToolset, ClientFunction and so on. */
  readonly body: Node;
  /** The name of the member that determines the kind, in camelCase: `openApiToolset`, `clientFunction` and so on. */
  readonly member: string;
  /** Unknown fields, as JSON Pointers relative to `node`. They have no effect. */
  readonly unknownFields: readonly string[];
  /** The paths, from the root of the tree, of invalid values that affect only themselves, such as an item of `functions`, `connectorActions` or `toolOverrides`. */
  readonly invalidPaths: readonly Path[];
}

/** A resource of a kind that is checked but does not compile, such as `pythonFunction`. */
export interface OtherTool {
  readonly member: string;
  readonly name: string;
  readonly app: string | undefined;
  readonly node: Node;
}
