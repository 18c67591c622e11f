import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createIndex } from "../../../src/runtime/discovery/create-index.ts";
import { corpus, hasCorpus } from "../../corpus/corpus.ts";
import { hotelPath, operationsOf, readQuestions, recall } from "./questions.ts";

const own = (name: string) => join(import.meta.dirname, "questions", name);

// The constants of the search were chosen with the questions on GitHub, Spotify, Docker and Asana, and had to hold for Slack, Stripe and TMDB
// too. The questions on TMDB are of RestBench (https://github.com/Yifan-Song793/RestGPT), the others are the project's own: those on Docker, Asana,
// Slack and Stripe were written before the first search for one of them.
const sets = [
  { questions: own("hotel.json"), document: hotelPath, count: 10, at5: 0.9, at10: 1 },
  ...(hasCorpus
    ? [
        { questions: own("github.json"), document: corpus("openapi/github-rest.json"), count: 42, at5: 0.58, at10: 0.68 },
        { questions: own("spotify.json"), document: corpus("openapi/spotify-official.yaml"), count: 38, at5: 0.68, at10: 0.77 },
        { questions: own("docker.json"), document: corpus("openapi/docker-engine.yaml"), count: 40, at5: 0.88, at10: 0.92 },
        { questions: own("asana.json"), document: corpus("openapi/asana.yaml"), count: 40, at5: 0.5, at10: 0.57 },
        { questions: own("slack.json"), document: corpus("openapi/slack-swagger2.json"), count: 40, at5: 0.61, at10: 0.75 },
        { questions: own("stripe.json"), document: corpus("openapi/stripe-2022.yaml"), count: 40, at5: 0.52, at10: 0.63 },
        { questions: corpus("discovery/tmdb.json"), document: corpus("discovery/tmdb_oas.json"), count: 100, at5: 0.67, at10: 0.8 },
      ]
    : []),
];

describe.each(sets)("the questions of $questions", ({ questions: path, document, count, at5, at10 }) => {
  test("find the operations that answer them", async () => {
    const { entries, keys } = await operationsOf(readFileSync(document, "utf8"));
    const questions = readQuestions(path);
    expect(questions).toHaveLength(count);
    expect(questions.flatMap(({ solution }) => solution).filter((operation) => !keys.includes(operation))).toEqual([]);
    const index = createIndex(entries);
    const search = (query: string) => index.search(query).map((place) => keys[place] ?? "");
    const figures = [recall(questions, { search, most: 5 }), recall(questions, { search, most: 10 })];
    console.log(`${path.split("/").at(-1)}: recall at 5 ${figures[0]?.toFixed(3)}, at 10 ${figures[1]?.toFixed(3)}`);
    expect(figures[0]).toBeGreaterThanOrEqual(at5);
    expect(figures[1]).toBeGreaterThanOrEqual(at10);
  });
});
