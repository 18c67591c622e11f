import type { Entry } from "./entry.ts";
import { createPostings, type Occurrences } from "./postings.ts";
import { findProducers, type Producer, type Producers, searches } from "./producers.ts";
import { type ActionKind, actionsIn, leadingAction } from "./verbs.ts";
import { wordsOf } from "./words.ts";

/** A search index of tools. A tool is identified by its position in the array from which the index was created. */
export interface Index {
  /**
   * Returns the tools that match a query, or the `most` best of them, best match first: the tools with this ID or name, in any case, and
   * then those with the words. Tools with equal scores and equally long names keep their original order.
   */
  readonly search: (query: string, most?: number) => readonly number[];
  /**
   * Returns the scores of all tools by the words of their texts alone; 0 if no word matches. Neither actions nor producers change these
   * scores.
   */
  readonly textScores: (query: string) => Float64Array;
  readonly producers: Producers;
}

// The numbers below were chosen with the questions in `test/runtime/discovery/questions`.

/** `k1` of BM25: how much the second and later occurrences of a word count. */
const saturation = 2;
/** How much an action in the query counts in comparison with a word in it. */
const actionWeight = 0.3;
/** The factor for the score of a tool if the query requests another action. */
const otherActionFactor = 0.3;
/** The share of the score of a tool that depends on how much of its name is in the query: long names are often of parts of what is sought. */
const nameShare = 0.5;
/** The factor for the score of a deprecated tool, which most often has a successor with the same words. */
const deprecatedFactor = 0.5;
/** If the query has the name of a thing, this share of the best score is added to the scores of the tools that search. */
const searchShare = 0.3;
/** What distinguishes equal scores: a tool with a shorter name, which is more general, comes first. */
const brevityShare = 1e-6;
/** If a tool requires an id, this share of its score is added to the score of a producer: a tool that returns the id. */
const producerShare = 0.8;
/** The same share, if the user may already know the id, such as a name or a number. */
const knownIdShare = 0.4;
/** How many of the best tools raise the scores of the producers of their ids. */
const consumers = 10;
/** The maximum number of producers that are called one after the other: an episode needs the id of its show, which needs a search. */
const steps = 2;

/**
 * Creates an index for BM25 with weighted fields (Robertson, Zaragoza: The Probabilistic Relevance Framework, 2009, §3.6). If a matching
 * tool requires ids, the tools that return these ids get a share of its score, since they must be called first.
 */
export function createIndex(entries: readonly Entry[]): Index {
  const postings = createPostings(entries);
  const actionPostings = postingsOfActions(entries);
  const producers = findProducers(entries);

  function search(query: string, most?: number): readonly number[] {
    const words = [...new Set(wordsOf(query))];
    // Words that no tool contains are probably the name of a thing.
    const hasName = words.some((word) => postings(word) === undefined);
    const own = ownScores(query, words, hasName);
    let scores = own;
    for (let step = 0; step < steps; step++) scores = withProducers(own, scores, hasName);
    raiseNamed(scores, query.trim().toLowerCase());
    return most === undefined ? ranked(scores) : topRanked(scores, most);
  }

  function textScores(query: string): Float64Array {
    return scoresByWords([...new Set(wordsOf(query))], 0);
  }

  /** The scores of the tools by their texts. `share` is the share that depends on how much of its name the words are. */
  function scoresByWords(words: readonly string[], share: number): Float64Array {
    const byWords = new Float64Array(entries.length);
    const matched = new Float64Array(entries.length);
    const named = new Float64Array(entries.length);
    for (const word of words) {
      const posting = postings(word);
      if (posting === undefined) continue;
      addScores(byWords, posting, 1);
      for (let at = 0; at < posting.entries.length; at++) {
        const entry = posting.entries[at] ?? 0;
        matched[entry] = (matched[entry] ?? 0) + 1;
        named[entry] = (named[entry] ?? 0) + (posting.shares[at] ?? 0);
      }
    }
    for (let entry = 0; entry < byWords.length; entry++) {
      const ofName = 1 - share + share * Math.min(1, named[entry] ?? 0);
      // A tool that contains two words of the query is better than one that contains one word many times.
      byWords[entry] = (byWords[entry] ?? 0) * (matched[entry] ?? 0) * ofName;
    }
    return byWords;
  }

  /** The scores of the tools by their own texts and actions, without producers. */
  function ownScores(query: string, words: readonly string[], hasName: boolean): Float64Array {
    const scores = scoresByWords(words, nameShare);
    if (hasName && properName.test(query)) {
      const [best = 0] = topRanked(scores, 1);
      const added = searchShare * (scores[best] ?? 0);
      for (let entry = 0; entry < scores.length; entry++) if (searches(entries[entry])) scores[entry] = (scores[entry] ?? 0) + added;
    }
    for (const action of actionsIn(query)) addScores(scores, actionPostings.get(action) ?? none, actionWeight);
    const requested = leadingAction(query);
    return scores.map((score, position) => {
      const entry = entries[position];
      const ofAction = requested !== undefined && hasOtherAction(entry, requested) ? otherActionFactor : 1;
      const brevity = 1 + brevityShare / (1 + (entry?.name.length ?? 0));
      return score * ofAction * brevity * (entry?.deprecated ? deprecatedFactor : 1);
    });
  }

  /**
   * Returns the scores `own`, raised for producers: for each id that one of the best tools by `scores` requires, the score of one tool that
   * returns it is raised.
   */
  function withProducers(own: Float64Array, scores: Float64Array, hasName: boolean): Float64Array {
    const raised = own.slice();
    const [first = 0] = topRanked(own, 1);
    const best = own[first] || 1;
    const fitOf = ({ index, strength, isSearch }: Producer) =>
      // If no tool contains a word of the query, the word is probably the name of a thing, and a search tool can find the thing.
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

  /** Gives the tools with this ID or name, which need not consist of words, the highest score. */
  function raiseNamed(scores: Float64Array, sought: string): void {
    const isSought = (text: string) => text.toLowerCase() === sought;
    entries.forEach(({ id, name }, entry) => {
      if (isSought(id) || isSought(name)) scores[entry] = Number.POSITIVE_INFINITY;
    });
  }

  return { search, textScores, producers };
}

/** A word with a capital that does not begin a sentence, or a quotation. */
const properName = /[^\s.!?]["'“(]*\s+["'“(]*\p{Lu}\p{Ll}|["“]/u;

const none: Occurrences = { entries: [], counts: [] };

/** Adds the BM25 score of a word or an action to the scores of the tools that have it. */
function addScores(scores: Float64Array, { entries, counts }: Occurrences, weight: number): void {
  const rarity = Math.log(1 + (scores.length - entries.length + 0.5) / (entries.length + 0.5));
  for (let at = 0; at < entries.length; at++) {
    const [entry, count] = [entries[at] ?? 0, counts[at] ?? 0];
    scores[entry] = (scores[entry] ?? 0) + (weight * rarity * count * (saturation + 1)) / (count + saturation);
  }
}

/** The item with the highest value; the first such item if several have it. */
function highest<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item | undefined {
  let chosen: Item | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const item of items) {
    const value = valueOf(item);
    if (value > most) [chosen, most] = [item, value];
  }
  return chosen;
}

function hasOtherAction(entry: Entry | undefined, requested: ActionKind): boolean {
  return entry !== undefined && entry.actions.length > 0 && !entry.actions.includes(requested);
}

/** The positions of the `most` tools with the highest scores, in the order of `ranked`, found without sorting all tools. */
function topRanked(scores: Float64Array, most: number): number[] {
  const found: number[] = [];
  let least = 0;
  // `scores.entries()` would create an array for each tool, which takes time.
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
  for (let entry = 0; entry < scores.length; entry++) if ((scores[entry] ?? 0) > 0) found.push(entry);
  return found.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

function postingsOfActions(entries: readonly Entry[]): ReadonlyMap<ActionKind, Occurrences> {
  const found = new Map<ActionKind, { entries: number[]; counts: number[] }>();
  entries.forEach(({ actions }, entry) => {
    for (const action of actions) {
      const posting = found.get(action) ?? { entries: [], counts: [] };
      posting.entries.push(entry);
      posting.counts.push(1);
      found.set(action, posting);
    }
  });
  return found;
}
