/** The deployment stages, and the words for each stage in the names of environments, hosts and projects. */
const stages: ReadonlyMap<string, readonly string[]> = new Map([
  ["production", ["prod", "production", "prd", "live"]],
  ["staging", ["staging", "stage", "stg", "preprod", "preproduction"]],
  ["testing", ["test", "testing", "qa", "uat"]],
  ["development", ["dev", "development", "develop"]],
  ["sandbox", ["sandbox"]],
]);

/** The deployment stage in a name, such as `production` for `eu-prod`; `undefined` if the name contains no stage or several. */
export function stageOf(name: string): string | undefined {
  const words = new Set(name.toLowerCase().split(/[^a-z]+/));
  const found = [...stages].filter(([, names]) => names.some((each) => words.has(each))).map(([stage]) => stage);
  return found.length === 1 ? found[0] : undefined;
}
