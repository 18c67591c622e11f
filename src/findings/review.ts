/** What a run on a project checked and what has changed, for those who review the changes. */
export interface Review {
  /** The folder of the project, if the report is one of several projects; else empty. */
  readonly project: string;
  /** The checks, each with its result in one line. */
  readonly checks: readonly {
    readonly name: string;
    readonly state: "passed" | "failed" | "skipped" | "unchecked";
    readonly note: string;
  }[];
  readonly hasChanges: boolean;
  /** What has changed, in one sentence; empty if nothing could be compared. */
  readonly summary: string;
  /** The tools that were added, removed or renamed. Without `tool`, the whole toolset was. */
  readonly tools: readonly {
    readonly change: "added" | "removed" | "renamed";
    readonly toolset: string;
    readonly tool: string | undefined;
  }[];
  /** The changed texts that a model reads. `pointer` is relative to the tool or the toolset. */
  readonly texts: readonly {
    readonly toolset: string;
    readonly tool: string | undefined;
    readonly pointer: string;
    readonly texts: { readonly before: string; readonly after: string };
  }[];
  /** Those who own the files of the changed toolsets, by CODEOWNERS; empty if the repository has no such file. */
  readonly owners: readonly { readonly toolset: string; readonly owners: readonly string[] }[];
}
