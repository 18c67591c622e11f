import { hasCorpus } from "./corpus.ts";

/** Said once, before the tests: a run that skips looks almost like one that does not. */
export default function announce(): void {
  if (!hasCorpus) console.log("The corpus of real documents is not beside this project: the tests over it are skipped.\n");
}
