/**
 * Data as a list in which each value stands once: many tools have the same arguments, and their texts are in the details of a tool and in
 * the search index. A list is -1 and the positions of its items; an object is the position of the list of its keys, and those of its members.
 */
export type Packed = string | number | boolean | null | readonly number[];

interface Packer {
  /** Adds a value of JSON, in which `undefined` members of objects are none, and returns its position. */
  readonly add: (value: unknown) => number;
  readonly values: readonly Packed[];
}

const ofList = -1;

export function createPacker(): Packer {
  const positions = new Map<string, number>();
  const values: Packed[] = [];

  function positionOf(value: Packed): number {
    const key = JSON.stringify(value);
    const known = positions.get(key);
    if (known !== undefined) return known;
    positions.set(key, values.length);
    return values.push(value) - 1;
  }

  function add(value: unknown): number {
    if (Array.isArray(value)) return positionOf([ofList, ...value.map(add)]);
    if (typeof value !== "object" || value === null) return positionOf(value as Packed); // JSON has no other values.
    const members = Object.entries(value).filter(([, each]) => each !== undefined);
    return positionOf([add(members.map(([key]) => key)), ...members.map(([, each]) => add(each))]);
  }

  return { add, values };
}

/** Returns a function that reads the value at a position of `values`. What is read twice is the same object. */
export function createUnpacker(values: readonly Packed[]): (position: number) => unknown {
  const known: unknown[] = [];

  function read(position: number): unknown {
    const value = values[position];
    if (typeof value !== "object" || value === null) return value;
    known[position] ??= value[0] === ofList ? value.slice(1).map(read) : objectOf(value);
    return known[position];
  }

  function objectOf(value: readonly number[]): object {
    const keys = read(value[0] ?? 0) as readonly string[]; // `createPacker` writes the keys of an object as a list.
    const object: Record<string, unknown> = {};
    for (let place = 0; place < keys.length; place++) {
      const [key = "", member] = [keys[place], read(value[place + 1] ?? 0)];
      // Assigned, `__proto__` would set the prototype.
      if (key === "__proto__") Object.defineProperty(object, key, { value: member, enumerable: true });
      else object[key] = member;
    }
    return object;
  }

  return read;
}
