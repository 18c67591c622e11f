import { losses } from "../runtime/discovery/verbs.ts";
import { partsOf } from "../runtime/discovery/words.ts";
import type { Tool } from "./ir.ts";

/**
 * Matches a verb of `losses`, with the words that some names write together with it:
 * `bulkdelete`, `deleteall`. It matches no `undelete` and no `deleted`, which do the reverse or describe.
 */
const loss = new RegExp(
  `^(?:bulk|batch|mass|multi|force|hard|soft)?(?:${losses.split(/\s+/).join("|")})(?:all|many|batch|bulk|multiple)?$`,
  "i",
);

/**
 * Nouns for such an action, as APIs name the resource that a request creates: `POST /cancellations`. `expiration` is none, since in most APIs
 * it is a date.
 */
const nouns = `cancel cancelation cancellation delete deletion deregistration destruction erasure expunction invalidation purge removal remove
  revocation revoke termination truncation uninstallation unregistration void wipe`;
const lossAsNoun = new RegExp(`^(?:${nouns.split(/\s+/).join("|")})s?$`, "i");

/** Matches the words after such a noun that make another noun of it: a `cancellation policy` is not a cancellation. */
const attribute = /^(?:date|fee|polic(?:y|ies)|protection|reason|setting|status|time|window)s?$/i;

/**
 * Whether a word of a tool's name, or of its path, says that a call deletes, revokes or cancels something. Names of parameters do not count.
 */
export function namesLoss({ id, binding }: Pick<Tool, "id" | "binding">): boolean {
  return [id, ...(binding.transport === "http" ? [binding.path] : [])].some((text) => {
    const parts = partsOf(text.replaceAll(/\{[^}]*\}/g, ""));
    return parts.some((part, index) => loss.test(part) || (lossAsNoun.test(part) && !attribute.test(parts[index + 1] ?? "")));
  });
}

/** Whether a word of a sentence is such a verb, also in the third person: `Cancels the order.` */
export function describesLoss(text: string): boolean {
  return partsOf(text).some((part) => loss.test(part) || loss.test(part.replace(/e?s$/i, "")) || loss.test(part.replace(/s$/i, "")));
}
