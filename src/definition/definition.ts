import type { DefinitionKind } from "../kinds.ts";
import type { Path } from "../source/tree.ts";
import type { Node } from "./node.ts";

/** An authored resource that was checked and whose kind compiles. */
export interface Definition {
  readonly resource: "toolset" | "tool";
  readonly kind: DefinitionKind;
  /** The name of the resource in environments and agents: its display name or, without one, the name of its folder or file. */
  readonly name: string;
  /** All names of the resource. The first one is equal to `name`. */
  readonly aliases: readonly string[];
  /** The root folder of the app that contains the resource; `undefined` for a resource outside of exported apps. */
  readonly app: string | undefined;
  /** The whole Toolset or Tool message. */
  readonly node: Node;
  /** The value of the member that determines the kind: an OpenApiToolset, McpToolset, ClientFunction and so on. */
  readonly body: Node;
  /** The name of the member that determines the kind, in camelCase: `openApiToolset`, `clientFunction` and so on. */
  readonly member: string;
  /** The JSON Pointers of unknown fields, relative to `node`. Unknown fields have no effect. */
  readonly unknownFields: readonly string[];
  /**
   * The paths, from the root of the tree, of invalid values that do not prevent compilation, such as an item of `functions`,
   * `connectorActions` or `toolOverrides`.
   */
  readonly invalidPaths: readonly Path[];
}

/** A resource that is checked but whose kind does not compile, such as `pythonFunction`. */
export interface OtherTool {
  readonly member: string;
  readonly name: string;
  readonly app: string | undefined;
  readonly node: Node;
}
