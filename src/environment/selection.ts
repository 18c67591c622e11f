/** The environment and the values that command-line flags select. */
export interface Selection {
  /**
   * The name of an environment, or the path of its file relative to the project's root. The file must have been loaded. `undefined` selects
   * all environments.
   */
  readonly environment: string | undefined;
  /** The values of `--set` flags by path, such as `toolsets.shop.openApiToolset.url`. They apply to every environment. */
  readonly set: ReadonlyMap<string, string>;
}
