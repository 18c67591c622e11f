/** The oldest version of Node on which the compiler runs. */
const oldest = [20, 19] as const;

/** Why the compiler does not run on a version of Node; `undefined` if it does. This file must run on all versions. */
export function versionProblem(version: string): string | undefined {
  const [major, minor] = version.split(".").map(Number);
  if (major === undefined || minor === undefined || major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return undefined;
  return `toolsetc needs Node.js ${oldest.join(".")} or later, and this is version ${version}. Install a newer version of Node.js.`;
}
