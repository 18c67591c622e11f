/** The URL of the documentation of a code. */
export function documentationUrl(code: string): string {
  return `${projectUrl}/blob/main/docs/diagnostics.md#${code}`;
}

export const projectUrl = "https://github.com/toolsetc/toolsetc";
