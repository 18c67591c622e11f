import type { Projection } from "../../../src/runtime/projection/convert/project.ts";
import type { RestorePlan } from "../../../src/runtime/projection/convert/restore-plan.ts";
import { createValidator } from "../../../src/runtime/schema/validate.ts";

/** A value of the tool's own schema as a model would write it for the projected one: the other way of `createTurnBack`. */
export function express({ schema, plan, plans }: Projection, value: unknown): unknown {
  const $defs = schema["$defs"] ?? {};

  function write(given: unknown, by: RestorePlan | undefined): unknown {
    switch (by?.kind) {
      case undefined:
        return given;
      case "shared":
        return write(given, plans.get(by.name));
      case "all":
        return by.plans.reduceRight(write, given);
      case "array":
        return Array.isArray(given)
          ? given.map((item, index) => write(item, index < by.prefix.length ? by.prefix[index] : by.items))
          : given;
      case "pairs":
        return isObject(given) ? Object.entries(given).map(([key, each]) => ({ key, value: write(each, by.value) })) : given;
      case "literal":
        return [...by.values].find(([, each]) => each === given)?.[0] ?? given;
      case "json":
        return JSON.stringify(given);
      case "wrapped":
        return { input: write(given, by.plan) };
      case "union": {
        for (const alternative of by.alternatives) {
          const written = write(given, alternative.plan);
          const whole = typeof alternative.schema === "boolean" ? alternative.schema : { ...alternative.schema, $defs };
          if (createValidator(whole, "annotations")(written).length === 0) return written;
        }
        return given;
      }
      case "object": {
        if (!isObject(given)) return given;
        const byName = new Map([...by.members].map(([name, member]) => [member.name, { name, member }]));
        const written = Object.entries(given).map(([name, each]): [string, unknown] => {
          const known = byName.get(name);
          return known === undefined ? [name, write(each, by.others)] : [known.name, write(each, known.member.plan)];
        });
        const absent = [...by.members].filter(([, member]) => member.null === "absent" && !Object.hasOwn(given, member.name));
        return Object.fromEntries([...written, ...absent.map(([name]) => [name, null])]);
      }
    }
  }

  return write(value, plan);
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
