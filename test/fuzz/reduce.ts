import { isArray, isObject, type Json } from "../../src/source/json/json.ts";
import { changeAt, type FuzzedProject, pathsIn } from "./project.ts";

export interface Reducing {
  /** Whether a smaller project still has the fault. */
  readonly fails: (project: FuzzedProject) => Promise<boolean>;
  readonly milliseconds: number;
}

/** A smaller project with the same fault: whatever can be taken away is, as long as there is time. */
export async function reduce(project: FuzzedProject, { fails, milliseconds }: Reducing): Promise<FuzzedProject> {
  const end = performance.now() + milliseconds;
  let smallest = project;
  for (let isSmaller = true; isSmaller && performance.now() < end; ) {
    isSmaller = false;
    // Parents come first, so that much goes at once. What has gone with its parent is passed over.
    for (const step of stepsOf(smallest)) {
      if (performance.now() > end) break;
      const next = step(smallest);
      if (next === undefined || !(await fails(next))) continue;
      smallest = next;
      isSmaller = true;
    }
  }
  return smallest;
}

type Step = (project: FuzzedProject) => FuzzedProject | undefined;

function stepsOf({ files }: FuzzedProject): Step[] {
  const wholeFiles = Object.keys(files).map(
    (path): Step =>
      (project) => {
        const { [path]: _gone, ...rest } = project.files;
        return { ...project, files: rest };
      },
  );
  const parts = Object.entries(files).flatMap(([file, data]) => {
    if (typeof data === "string")
      return data.split("\n").map(
        (_line, index): Step =>
          (project) =>
            withoutLine(project, file, index),
      );
    // Backwards, so that what is left keeps its place.
    return pathsIn(data)
      .sort((one, two) => one.length - two.length || -1)
      .map(
        (path): Step =>
          (project) => {
            const whole = project.files[file];
            if (whole === undefined || typeof whole === "string" || !has(whole, path)) return undefined;
            return { ...project, files: { ...project.files, [file]: changeAt(whole, path, () => undefined) } };
          },
      );
  });
  return [...wholeFiles, ...parts];
}

function withoutLine(project: FuzzedProject, file: string, index: number): FuzzedProject | undefined {
  const text = project.files[file];
  if (typeof text !== "string") return undefined;
  const lines = text.split("\n");
  return index >= lines.length ? undefined : { ...project, files: { ...project.files, [file]: lines.toSpliced(index, 1).join("\n") } };
}

function has(data: Json, [step, ...rest]: readonly (string | number)[]): boolean {
  if (step === undefined) return true;
  if (isArray(data)) return typeof step === "number" && step < data.length && has(data[step] ?? null, rest);
  return isObject(data) && Object.hasOwn(data, step) && has(data[step] ?? null, rest);
}
