import { hasCorpus } from "./corpus/corpus.ts";

/** Said once, before the tests: a run that skips looks almost like one that does not. */
export default function announce(): void {
  if (!hasCorpus)
    console.log("Tests run over the project's own documents; `npm run test:corpus` adds real ones where they lie beside the project.\n");
}
