import { hasCorpus } from "./corpus/corpus.ts";

/** Said once, before the tests: a run that skips looks almost like one that does not. */
export default function announce(): void {
  if (!hasCorpus)
    console.log("The corpus of real documents and suites is not beside this project: tests run over the project's own documents alone.\n");
}
