import type { Entry } from "./entry.ts";
import { createPostings, type Posting } from "./postings.ts";
import { findProducers, type Producer, type Producers } from "./producers.ts";
import { type ActionKind, actionsIn, leadingAction } from "./verbs.ts";
import { wordsOf } from "./words.ts";

/** Tools that can be searched. Tools are numbered by their places in the list that the index was made of. */
export interface Index {
  /** The tools that match a query, or the `most` best of them, the best first. Equal ones keep the order of the list. */
  readonly search: (query: string, most?: number) => readonly number[];
  /** How well the texts of each tool match a query, without what it does and what it is needed for; 0 if no word matches. */
  readonly textScores: (query: string) => Float64Array;
  readonly producers: Producers;
}

// The numbers below were chosen with the questions in `test/runtime/discovery/questions`.

/** `k1` of BM25: how much further occurrences of a word count. */
const saturation = 2;
/** How much the action that a query names counts, beside its words. */
const actionWeight = 0.3;
/** What remains of the score of a tool that does something else than the query asks for. */
const otherAction = 0.3;
/** The share of a tool's score that is added to the score of a producer of an id that it requires. */
const producerShare = 0.8;
/** The same for a name or a number, which the user may know. */
const knownIdShare = 0.4;
/** How many tools bring their producers with them. */
const consumers = 10;
/** How many steps back producers are found: an episode needs its show, which needs a search. */
const steps = 2;

/**
 * An index for BM25 with weighted fields (Robertson, Zaragoza: The Probabilistic Relevance Framework, 2009, §3.6). A tool that is
 * found brings the tools with it that return the ids it requires, since one is of no use without the other.
 */
export function createIndex(entries: readonly Entry[]): Index {
  const postings = createPostings(entries);
  const actionPostings = postingsOfActions(entries);
  const producers = findProducers(entries);

  function search(query: string, most?: number): readonly number[] {
    const words = [...new Set(wordsOf(query))];
    const own = ownScores(query, words);
    const hasName = words.some((word) => !postings.has(word));
    let scores = own;
    for (let step = 0; step < steps; step++) scores = withProducers(own, scores, hasName);
    return most === undefined ? ranked(scores) : topRanked(scores, most);
  }

  function textScores(query: string): Float64Array {
    return scoresByWords([...new Set(wordsOf(query))]);
  }

  function scoresByWords(words: readonly string[]): Float64Array {
    const byWords = new Float64Array(entries.length);
    const matched = new Float64Array(entries.length);
    for (const word of words) {
      const posting = postings.get(word);
      if (posting === undefined) continue;
      addScores(byWords, posting, 1);
      for (const entry of posting.entries) matched[entry] = (matched[entry] ?? 0) + 1;
    }
    // A tool that has two of the words is better than two tools that have one each.
    return byWords.map((score, entry) => score * (matched[entry] ?? 0));
  }

  /** The scores of the tools by their own texts and actions. */
  function ownScores(query: string, words: readonly string[]): Float64Array {
    const scores = scoresByWords(words);
    for (const action of actionsIn(query)) addScores(scores, actionPostings.get(action) ?? none, actionWeight);
    const asked = leadingAction(query);
    if (asked === undefined) return scores;
    return scores.map((score, entry) => (doesOther(entries[entry], asked) ? score * otherAction : score));
  }

  /** `own` scores, raised for the producers of what the best tools by `scores` require. */
  function withProducers(own: Float64Array, scores: Float64Array, hasName: boolean): Float64Array {
    const raised = own.slice();
    const [first = 0] = topRanked(own, 1);
    const best = own[first] || 1;
    const fitOf = ({ index, strength, isSearch }: Producer) =>
      // A word that no tool has is probably a name, for which a search is the place.
      strength + (own[index] ?? 0) / best + (isSearch && hasName ? 1 : 0);
    for (const consumer of topRanked(scores, consumers)) {
      for (const { id, producers: all } of producers.of(consumer)) {
        const producer = highest(all, fitOf);
        if (producer === undefined) continue;
        const share = (id.isOpaque ? producerShare : knownIdShare) * producer.strength;
        const { index } = producer;
        raised[index] = Math.max(raised[index] ?? 0, (own[index] ?? 0) + share * (scores[consumer] ?? 0));
      }
    }
    return raised;
  }

  return { search, textScores, producers };
}

const none: Posting = { entries: [], counts: [] };

/** Adds what a word, or an action, contributes to the scores of the tools that have it. */
function addScores(scores: Float64Array, { entries, counts }: Posting, weight: number): void {
  const rarity = Math.log(1 + (scores.length - entries.length + 0.5) / (entries.length + 0.5));
  for (let at = 0; at < entries.length; at++) {
    const [entry, count] = [entries[at] ?? 0, counts[at] ?? 0];
    scores[entry] = (scores[entry] ?? 0) + (weight * rarity * count * (saturation + 1)) / (count + saturation);
  }
}

/** The first of the items with the highest value. */
function highest<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item | undefined {
  let chosen: Item | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const item of items) {
    const value = valueOf(item);
    if (value > most) [chosen, most] = [item, value];
  }
  return chosen;
}

function doesOther(entry: Entry | undefined, asked: ActionKind): boolean {
  return entry !== undefined && entry.actions.length > 0 && !entry.actions.includes(asked);
}

/** The `most` entries with the highest scores, in the order of `ranked`: without sorting the hundreds that have a word in common. */
function topRanked(scores: Float64Array, most: number): number[] {
  const found: number[] = [];
  let least = 0;
  // Each query visits all tools, so without a pair for each.
  for (let entry = 0; entry < scores.length; entry++) {
    const score = scores[entry] ?? 0;
    if (score <= least) continue;
    let at = found.length;
    while (at > 0 && (scores[found[at - 1] ?? 0] ?? 0) < score) at--;
    found.splice(at, 0, entry);
    if (found.length > most) found.pop();
    if (found.length === most) least = scores[found[most - 1] ?? 0] ?? 0;
  }
  return found;
}

function ranked(scores: Float64Array): number[] {
  const found: number[] = [];
  for (const [entry, score] of scores.entries()) if (score > 0) found.push(entry);
  return found.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

function postingsOfActions(entries: readonly Entry[]): ReadonlyMap<ActionKind, Posting> {
  const found = new Map<ActionKind, { entries: number[]; counts: number[] }>();
  for (const [entry, { actions }] of entries.entries()) {
    for (const action of actions) {
      const posting = found.get(action) ?? { entries: [], counts: [] };
      posting.entries.push(entry);
      posting.counts.push(1);
      found.set(action, posting);
    }
  }
  return found;
}
