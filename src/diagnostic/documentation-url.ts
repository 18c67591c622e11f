/** Where the documentation of a code is. */
export function documentationUrl(code: string): string {
  return `${projectUrl}/blob/main/docs/diagnostics.md#${code}`;
}

export const projectUrl = "https://github.com/toolsetc/toolsetc";
