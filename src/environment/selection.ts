/** What flags chose of the environments. */
export interface Selection {
  /** The name of an environment, or the path of its file from the project's root, which must have been loaded; `undefined` for all. */
  readonly environment: string | undefined;
  /** Values by path, such as `toolsets.shop.openApiToolset.url`. They hold in every environment. */
  readonly set: ReadonlyMap<string, string>;
}
