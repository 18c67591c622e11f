import { rule } from "../rule.ts";

export const instructionToModel = rule<{ subject: string; phrase: string }>({
  code: "instruction-to-model",
  severity: "warning",
  set: "recommended",
  summary: "a text that seems to give instructions to the model",
  price: 30,
  message: ({ subject, phrase }) => `The text in ${subject} seems to give instructions to the model: "${phrase}".`,
  help: "The author of a description can try to control the agents that read it (tool poisoning). This rule is a heuristic: it knows only some phrases, and a text about such phrases is a false positive, which a comment can suppress. Read the whole text, and describe only what the tool does.",

  text({ subject, text, place }) {
    const phrase = phraseIn(text);
    return phrase === undefined ? [] : [{ params: { subject: subject(), phrase }, place: place() }];
  },
});

/**
 * Phrases of attacks that honest descriptions rarely contain. Guidance such as "Call list_orders first" or "without notifying the user" is
 * not included. Each phrase begins with a fixed word and has bounded repetitions, so that a search takes linear time.
 */
const phrases: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass) (?:(?:all|any|every|the|your|of|my|these|those|other) ){0,4}(?:previous|prior|earlier|preceding|above|existing|system) (?:(?:system|safety|user) )?(?:instructions?|rules|prompts?|directions|directives|guidelines|guardrails)\b/,
  /\b(?:do not|don't|never|must not|without) (?:tell(?:ing)?|mention(?:ing)? (?:this|it|that) to|reveal(?:ing)? (?:this|it|that) to|show(?:ing)? (?:this|it|that) to|disclos(?:e|ing) (?:this|it|that) to|inform(?:ing)?) (?:the )?(?:end )?users? (?:about (?:this|it)\b|(?:that|of this) (?:you|tool|instruction|step)|[.,;!<]|$)/,
  /\b(?:do not|don't|never|must not|without) tell(?:ing)? the (?:end )?user\b/,
  /\b(?:hide|conceal|keep) (?:this|it|that) (?:secret |hidden |private )?from the (?:end )?user\b/,
  /\bdo not (?:mention|reveal|disclose) (?:this|these|any of this|any of these) (?:instructions?|steps?|rules?|notes?)\b/,
  /\b(?:reveal|print|repeat|output|leak|send|include|append) your (?:(?:full|entire|complete|hidden|initial) )?(?:system prompt|instructions|conversation history|chain of thought)\b/,
  /\byou are now (?:in )?(?:dan|developer mode|jailbroken|unrestricted|unfiltered|root|an? unrestricted)\b/,
  /<important>|<\/important>|<\|(?:im_start|im_end|system)\|>|\[\/?inst\]|<<\/?sys>>|<system-reminder>/,
  /\b(?:read|open|cat|send|upload|include|pass|attach) (?:(?:the|a|its|your|file|files|contents?|content|of|from|in|at) ){0,5}["'`]?(?:~\/\.(?:ssh|aws|gnupg|kube|netrc|cursor|config)\b|\/etc\/(?:passwd|shadow)\b|[\w./~-]{0,40}\bid_(?:rsa|ed25519)\b(?!\.pub))/,
];

/** Matches a part of every phrase. This is a quick test: most texts do not match and are not searched further. */
const hint =
  /ignore|disregard|forget|override|bypass|user|mention|reveal|disclose|your|you\s+are|important>|<\||inst\]|sys>|system-reminder|~\/\.|\/etc\/|id_/;

/** The first phrase of an attack in a text, in lower case; `undefined` if the text has no such phrase. */
export function phraseIn(text: string): string | undefined {
  const lower = text.toLowerCase();
  if (!hint.test(lower)) return undefined;
  const plain = lower.replaceAll(/\s+/g, " ").replaceAll(/[’‘]/g, "'");
  for (const phrase of phrases) {
    const found = phrase.exec(plain);
    if (found !== null) return found[0].trim();
  }
  return undefined;
}
