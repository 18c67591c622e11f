/** The environment and the values that command-line flags select. */
export interface Selection {
  /** The name of an environment, or the path of its file relative to the project's root, which must have been loaded; `undefined` for all. */
  readonly environment: string | undefined;
  /** Values by path, such as `toolsets.shop.openApiToolset.url`. They apply to every environment. */
  readonly set: ReadonlyMap<string, string>;
}
