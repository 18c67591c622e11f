import { schemasOfMember, typesOf } from "../assertions-in.ts";
import type { Subsumption } from "../compare.ts";
import { describes } from "../described-members.ts";
import type { Assertion, Members, NormalSchema, SchemaReader } from "../normal-schema.ts";

/** Two schemas of which one, `sup`, does not accept all values of the other, `sub`. `step` leads to the value that they describe. */
export interface Inside {
  readonly step: readonly string[];
  readonly sup: NormalSchema;
  readonly sub: NormalSchema;
}

/** The two sides of a comparison: `own` are the assertions of `sub`. */
interface Sides {
  readonly sub: NormalSchema;
  readonly own: readonly Assertion[];
}

/** What compares schemas. */
export interface Comparing {
  readonly covers: (wide: NormalSchema, narrow: NormalSchema) => Subsumption;
  readonly all: SchemaReader["all"];
}

/** The members of an object because of which `assertion` does not cover `sub`. The step `*` stands for all members without a name. */
export function differingMembers(
  assertion: Extract<Assertion, { kind: "members" }>,
  { sub, own }: Sides,
  { covers, all }: Comparing,
): readonly Inside[] {
  const known = own.flatMap((each) => (each.kind === "members" ? [each] : []));
  const any = all([]);
  const isPlain = own.every(({ kind }) => kind === "types" || kind === "members" || kind === "required");
  return [...named(), ...ofPatterns(), ...others()];

  function named(): readonly Inside[] {
    const names = new Set([assertion, ...known].flatMap(({ properties }) => [...properties.keys()]));
    return [...names].flatMap((name) => {
      const pair = [all(schemasOfMember([assertion], name)), all(schemasOfMember(own, name))] as const;
      return differing(name, pair, { properties: new Map([[name, pair[0]]]) });
    });
  }

  function ofPatterns(): readonly Inside[] {
    return assertion.patterns.flatMap(([pattern, schema]) => {
      const same = known.flatMap(({ patterns }) => patterns.flatMap(([other, each]) => (other === pattern ? [each] : [])));
      return inMap([schema, all(same)], { patterns: [[pattern, schema]] });
    });
  }

  function others(): readonly Inside[] {
    const { properties, patterns, others: schema } = assertion;
    return inMap([schema, all(known.map((each) => each.others))], {
      properties: new Map([...properties.keys()].map((name) => [name, any])),
      patterns: patterns.map(([pattern]) => [pattern, any]),
      others: schema,
    });
  }

  /** If only one side describes the members without a name, or forbids them, the object itself is what changed. */
  function inMap(pair: readonly [NormalSchema, NormalSchema], only: Partial<Members>): readonly Inside[] {
    return pair.some((schema) => schema === any || typesOf(schema) === 0) ? [] : differing("*", pair, only);
  }

  /** Nothing if a description of these members alone, `only`, covers `sub`: the other assertions of `sub` may exclude the difference. */
  function differing(step: string, [sup, member]: readonly [NormalSchema, NormalSchema], only: Partial<Members>): readonly Inside[] {
    if (covers(sup, member).kind === "yes") return [];
    // Without other assertions, some object has the member. That takes no steps to find out.
    const isDescribed = step === "*" || known.some((each) => describes(each, step));
    if (isPlain && isDescribed) return [{ step: [step], sup, sub: member }];
    const alone = all([], [{ kind: "members", properties: new Map(), patterns: [], others: any, ...only }]);
    return covers(alone, sub).kind === "yes" ? [] : [{ step: [step], sup, sub: member }];
  }
}

/** The items of an array because of which `assertion` does not cover a schema with the assertions `own`. The step `*` stands for all further items. */
export function differingItems(
  assertion: Extract<Assertion, { kind: "items" }>,
  own: readonly Assertion[],
  { covers, all }: Comparing,
): readonly Inside[] {
  const lists = own.flatMap((each) => (each.kind === "items" ? [each] : []));
  const described = Math.max(assertion.prefix.length, ...lists.map(({ prefix }) => prefix.length));
  return Array.from({ length: described + 1 }, (_each, index) => index).flatMap((index) => {
    const sup = assertion.prefix[index] ?? assertion.rest;
    const item = all(lists.map(({ prefix, rest }) => prefix[index] ?? rest));
    return covers(sup, item).kind === "yes" ? [] : [{ step: [index === described ? "*" : String(index)], sup, sub: item }];
  });
}
