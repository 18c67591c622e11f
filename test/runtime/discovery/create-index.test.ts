import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { discoveryEntry } from "../../../src/runtime/adapters/discover/discovery-entry.ts";
import { createIndex } from "../../../src/runtime/discovery/create-index.ts";
import type { Entry } from "../../../src/runtime/discovery/entry.ts";
import { createPostings } from "../../../src/runtime/discovery/postings.ts";
import { stem } from "../../../src/runtime/discovery/stem.ts";
import { synonymsOf } from "../../../src/runtime/discovery/synonyms.ts";
import { actionsOf, leadingAction } from "../../../src/runtime/discovery/verbs.ts";
import { wordsOf } from "../../../src/runtime/discovery/words.ts";
import { toolsOf } from "../../../src/runtime/manifest.ts";
import { manifestOf } from "../../../src/targets/manifest.ts";
import { documentsNamed, ownDocuments, textOf } from "../../corpus/corpus.ts";
import { sampled } from "../../long.ts";
import { hotelPath, operationsOf } from "./questions.ts";

const empty: Entry = {
  id: "",
  name: "",
  title: "",
  description: "",
  tags: [],
  deprecated: false,
  actions: [],
  path: "",
  parameters: [],
  returned: [],
};

const hotel = await operationsOf(readFileSync(hotelPath, "utf8"));
const hotelIndex = createIndex(hotel.entries);

function found(query: string): readonly string[] {
  return hotelIndex.search(query).map((place) => hotel.keys[place] ?? "");
}

test("a search for the best tools finds the first ones of a longer search, also among equal tools", () => {
  // Equal entries have equal scores.
  const index = createIndex([...hotel.entries, ...hotel.entries]);
  const queries = [...hotel.entries.map(({ title }) => title), "hotel", "list", "nothing of it"];
  for (const query of queries)
    for (const most of [1, 5, 1000]) expect(index.search(query, most), query).toEqual(index.search(query).slice(0, most));
});

test.each([
  ["pullRequest_id", ["pull", "request", "id"]],
  ["GET /v1/HTTPServers", ["get", "http", "server"].map(stem)],
  ["The id of the user's account.", ["id", "user", "account"]],
  ["Über die Straße", ["uber", "die", "straße"]],
  ["予約 を取り消す", ["予約", "を取り消す"]],
])("a search splits %s into its words", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test("a search counts the words of texts, in every alphabet and case", () => {
  const pieces = [...Array.from("aabBcZz019_-/. {`@[é予ßÜ–’…한ﬁİ"), "e\u0301", "Pull", "requests", "HTTP", "the", "ing", "ies", "copY"];
  const text = fc.string({ maxLength: 30, unit: fc.constantFrom(...pieces) });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const texts = [one, other, one];
      const postings = createPostings(texts.map((description) => ({ ...empty, description })));
      const words = texts.map(wordsOf);
      for (const word of new Set(["pull", "copy", "http", ...words.flat()])) {
        const found = words.flatMap((all, place) => (all.some((each) => [word, ...synonymsOf(word)].includes(each)) ? [place] : []));
        expect(postings(word)?.entries ?? []).toEqual(found);
        const [first, last] = [found.indexOf(0), found.indexOf(2)].map((place) => postings(word)?.counts[place]);
        expect(first).toBe(last);
        const alone = createPostings([{ ...empty, description: one }])(word);
        if (synonymsOf(word).length === 0) expect(alone?.counts ?? []).toEqual(countsIn(words[0] ?? [], word));
      }
    }),
    { numRuns: sampled(3000), seed: 1 },
  );
});

/** The count of a word in the only description of an index: half of its occurrences. */
function countsIn(words: readonly string[], word: string): number[] {
  const count = words.filter((each) => each === word).length;
  return count === 0 ? [] : [expect.closeTo(count / 2)];
}

test.each([
  ["repositories", "repository"],
  ["closes", "closed"],
  ["running", "runs"],
  ["copied", "copies"],
  ["deployment", "deployed"],
  ["creation", "create"],
  ["recommendations", "recommended"],
  ["reviewer", "reviews"],
  ["statuses", "status"],
])("for a search, %s has the same stem as %s", (a, b) => {
  expect(stem(a)).toBe(stem(b));
});

test.each([
  ["author", "auth"],
  ["status", "state"],
  ["comment", "come"],
  ["user", "use"],
])("for a search, %s has another stem than %s", (a, b) => {
  expect(stem(a)).not.toBe(stem(b));
});

test.each([
  ["Close issue 12", "update"],
  ["Please delete it", "delete"],
  ["Can you add a room?", "create"],
  ["Who booked it?", "read"],
  ["give me all rooms", "read"],
  ["Give the room a name", "create"],
])("the sentence %s asks for the action %s", (text, action) => {
  expect(leadingAction(text)).toBe(action);
});

test("a sentence without a verb asks for no action", () => {
  expect(leadingAction("A room with a view")).toBeUndefined();
});

test.each([
  ["POST", "Cancel or pause a scheduled send", ["create", "delete"]],
  ["POST", "Search", ["create", "read"]],
  ["PUT", "Cancel the order", ["update", "create", "delete"]],
  ["POST", "", ["create"]],
  ["", "Delete a room", []],
])("%s with the title %j has the actions %j", (method, title, actions) => {
  const annotations = { readOnly: false, destructive: false, idempotent: false, openWorld: true };
  expect(actionsOf({ method, title, name: "call", annotations })).toEqual(actions);
  expect(actionsOf({ method, title, name: "call", annotations: { ...annotations, readOnly: true } })).toEqual(["read"]);
});

describe("a search for tools", () => {
  test.each(["shop_get_order", "orders/get", " Shop_Get_Order ", "ORDERS/GET"])(
    "finds the tool with the ID or name %j first, and then others with its words",
    (query) => {
      const other = { ...empty, id: "orders/get-all", name: "get_shop_orders", title: "Get orders of a shop", path: "/orders/shop/get" };
      const index = createIndex([other, { ...empty, id: "orders/get", name: "shop_get_order" }]);
      for (const most of [undefined, 2]) expect(index.search(query, most)).toEqual([1, 0]);
      expect(index.search("orders of a shop", 1)).toEqual([0]);
    },
  );

  test("finds a tool by an ID that contains no word", () => {
    expect(createIndex([empty, { ...empty, id: "1234" }]).search("1234")).toEqual([1]);
  });

  test("prefers the tools that do what is asked for", () => {
    expect(found("close the ticket")[0]).toBe("PATCH /tickets/{}");
    expect(found("show the ticket")[0]).toBe("GET /tickets/{}");
  });

  test("finds enum values, names of members and words of descriptions", () => {
    expect(found("sea view")[0]).toBe("GET /rooms");
    expect(found("price")[0]).toBe("GET /rooms");
    expect(found("caretaker")[0]).toBe("POST /tickets");
  });

  test("also finds tools that return the ids which the found ones require", () => {
    expect(found("invoice")).toEqual(["GET /bookings/{}/invoice", "GET /bookings"]);
  });

  test("finds nothing for words that no tool has, and for none", () => {
    expect(found("zebra")).toEqual([]);
    expect(found("")).toEqual([]);
    expect(found("the of")).toEqual([]);
    expect(createIndex([]).search("room")).toEqual([]);
  });

  test("finds tools with synonyms of the words, after tools with the words themselves", () => {
    const tools = ["clone_volume", "duplicate_volume", "list_volumes"].map((name) => ({ ...empty, name }));
    expect(createIndex(tools).search("duplicate the volume")).toEqual([1, 0, 2]);
    expect(createIndex(tools).search("copies")).toEqual([0, 1]);
  });

  test("finds the tool whose name has least besides the words first, also if another tool has the words more often", () => {
    const description = "Repository, repository, repository, repository.";
    const part = { ...empty, name: "update_repository_ruleset_bypass", description };
    expect(createIndex([part, { ...empty, name: "get_repository" }]).search("repository")).toEqual([1, 0]);
  });

  test("finds deprecated tools after others with the same words", () => {
    const tool = { ...empty, name: "add_member" };
    expect(createIndex([{ ...tool, deprecated: true }, tool]).search("add a member")).toEqual([1, 0]);
  });

  test("also finds tools that search if the query has the name of a thing", () => {
    const tools = ["list_rooms", "search_guests"].map((name) => ({ ...empty, name }));
    const { search } = createIndex(tools);
    expect(search("rooms for Mrs Okafor")).toEqual([0, 1]);
    expect(search('rooms of "the captain"')).toEqual([0, 1]);
    expect(search("Rooms with a pool")).toEqual([0]);
    // Both found tools have only the share for tools that search.
    const general = createIndex([...tools, { ...empty, name: "search_all" }]);
    expect(general.search("rooms for Mrs Okafor")).toEqual([0, 2, 1]);
  });

  test("keeps the order of equal tools", () => {
    const entry = { ...empty, name: "a", title: "Equal" };
    const index = createIndex([entry, { ...entry, title: "Other" }, { ...entry, name: "b" }]);
    expect(index.search("equal")).toEqual([0, 2]);
  });

  test("takes names that objects inherit as words", () => {
    const entry = { ...empty, name: "constructor" };
    expect(createIndex([entry, { ...entry, name: "other" }]).search("constructor __proto__ toString")).toEqual([0]);
  });
});

test("the index knows the tools that return the id which a tool requires, lists first", () => {
  const place = hotel.keys.indexOf("DELETE /bookings/{}");
  expect(hotelIndex.producers.of(place)).toMatchObject([
    { id: { parameter: "booking_id", thing: "book" }, producers: [{ strength: 1 }, { strength: 2 / 3 }] },
  ]);
  const names = hotelIndex.producers.of(place).flatMap(({ producers }) => producers.map(({ index }) => hotel.keys[index]));
  expect(names).toEqual(["GET /bookings", "GET /guests/{}/bookings"]);
  const create = hotel.keys.indexOf("POST /bookings");
  expect(hotelIndex.producers.of(create).map(({ id }) => id.parameter)).toEqual(["guest_id", "room_id"]);
});

test("the index has no producers for a tool that requires no id", () => {
  expect(hotelIndex.producers.of(hotel.keys.indexOf("GET /rooms"))).toEqual([]);
});

// Some of the project's documents have schemas that contain themselves.
test.each(["hotel", ...ownDocuments.map(({ file }) => file)])("the compiler and the run-time library index %s alike", async (file) => {
  const text = file === "hotel" ? readFileSync(hotelPath, "utf8") : textOf(documentsNamed([file])[0] ?? { folder: "", file });
  const { program, entries } = await operationsOf(text);
  // A manifest has the tools in the order of their names.
  const tools = program.toolsets.flatMap((toolset) => toolsOf(JSON.parse(JSON.stringify(manifestOf(toolset)))));
  const byName = new Map(tools.map((tool) => [tool.name, discoveryEntry(tool)]));
  expect(entries.map(({ name }) => byName.get(name))).toEqual(entries);
});

test("the references in a shared schema of a manifest are replaced when it is validated, not for a search", () => {
  const { program } = hotel;
  const [toolset] = program.toolsets;
  if (toolset === undefined) return expect.unreachable();
  const manifest = JSON.parse(JSON.stringify(manifestOf(toolset)));
  const names = Object.keys(manifest.schemas);
  const walked = new Set<string>();
  // To replace references, all members of a schema are read; a search reads none of unknown keywords.
  for (const name of names) Object.defineProperty(manifest.schemas[name], "x-note", { enumerable: true, get: () => void walked.add(name) });
  const tools = toolsOf(manifest);
  createIndex(tools.map(discoveryEntry)).search("hotel");
  expect([...walked]).toEqual([]);
  for (const { outputSchema } of tools) outputSchema["~standard"].validate({});
  expect(walked.size).toBeGreaterThan(0);
});

test("among tools that return an id, a search with its name prefers one that searches", () => {
  const tool = (name: string, method: string, path: string, id?: string): Entry => ({
    ...empty,
    name,
    actions: [method === "GET" ? "read" : "delete"],
    path,
    parameters: id === undefined ? [] : [{ name: id, description: "", isRequired: true, words: [] }],
    returned: method === "GET" ? [{ names: ["rooms"], isListed: true, members: ["id"] }] : [],
  });
  const entries = [
    tool("room_list", "GET", "/rooms"),
    tool("room_search", "GET", "/rooms/search"),
    tool("room_delete", "DELETE", "/rooms/{room_id}", "room_id"),
  ];
  const order = (query: string) =>
    createIndex(entries)
      .search(query)
      .map((index) => entries[index]?.name);
  expect(order("delete the room")).toEqual(["room_delete", "room_list", "room_search"]);
  expect(order("delete the room Alhambra")).toEqual(["room_delete", "room_search", "room_list"]);
});
