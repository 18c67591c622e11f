import { skeletonOf } from "./lookalikes.ts";

/**
 * Phrases of attacks that honest descriptions rarely contain, in lower case. Guidance such as "Call list_orders first" or "without notifying
 * the user" is not included. Each phrase begins with a fixed word and has bounded repetitions, so that a search takes linear time.
 */
const phrases: readonly RegExp[] = [
  // Orders to leave former instructions aside.
  /\b(?:ignore|disregard|forget|override|bypass|neglect|pay no attention to|do not (?:follow|obey)|don't (?:follow|obey)|stop (?:following|obeying)) (?:(?:all|any|every|the|your|of|my|these|those|other) ){0,4}(?:previous|prior|earlier|preceding|above|existing|system|foregoing) (?:(?:system|safety|user) )?(?:instructions?|rules|prompts?|directions|directives|guidelines|guardrails|commands?)\b/,
  /\bforget (?:everything|all) (?:(?:that )?you (?:know|were told|have been told|have learned)|(?:before|above) this)\b/,
  /\bfrom now on,? you (?:are|will|must|should|have to|act)\b/,
  /\b(?:your|the) (?:new|real|actual|true|updated|secret|hidden) (?:instructions?|orders|directives?) (?:are|is|from)\b|\b(?:new|secret|hidden) (?:system )?instructions? (?:for|to) (?:you|the (?:ai|model|assistant|agent|llm))\b/,
  /\b(?:regardless of|whatever|no matter) (?:what )?the (?:end )?user(?:'s)? (?:asks|says|wants|wishes|requests|instructs|asked|said|wanted|requested|tells you)\b/,
  // Secrets from the user.
  /\b(?:do not|don't|never|must not|without) (?:tell(?:ing)?|mention(?:ing)? (?:this|it|that) to|reveal(?:ing)? (?:this|it|that) to|show(?:ing)? (?:this|it|that) to|disclos(?:e|ing) (?:this|it|that) to|inform(?:ing)?) (?:the )?(?:end )?users? (?:about (?:this|it)\b|(?:that|of this) (?:you|tool|instruction|step)|[.,;!<]|$)/,
  /\b(?:do not|don't|never|must not|without) tell(?:ing)? the (?:end )?user\b/,
  /\b(?:do not|don't|never) (?:ask|wait for|request) (?:the (?:end )?user )?(?:for )?(?:(?:any|their|his|the user's) )?(?:confirmation|permission|consent|approval)(?: from the user)?\b/,
  /\bthe (?:end )?user (?:must not|should not|must never|should never|may not|need not) (?:know|learn|notice|see this|find out|be (?:told|informed|aware|made aware)) (?:of|about|that|this)\b/,
  /\b(?:hide|conceal|keep) (?:this|it|that) (?:secret |hidden |private )?from the (?:end )?user\b/,
  /\bdo not (?:mention|reveal|disclose) (?:this|these|any of this|any of these) (?:instructions?|steps?|rules?|notes?)\b/,
  /\b(?:secretly|covertly|surreptitiously|silently) (?:call|send|read|forward|copy|include|upload|run|execute|invoke|append|collect|exfiltrate)\b/,
  // Calls that nobody asked for.
  /\byou (?:must|have to|need to|should|are required to) (?:(?:always|also|first|immediately) )?(?:call|use|run|invoke|execute) (?:[^ .;]{1,60} ){1,8}without (?:asking|confirm|telling|informing|permission|consent)/,
  /\bwhen(?:ever)? this tool is (?:available|present|installed|loaded)\b/,
  /(?:^|[.!?\]>:;] ?)\[?(?:system|developer|assistant|admin)(?: (?:message|note|prompt|instructions?|override|notice|alert))?\]?: ?(?:you (?:are|must|will|should|have)|the (?:assistant|model|agent|ai)\b|ignore\b|always\b|never\b|do not\b|from now\b)/,
  /\bsystem (?:override|prompt override|instruction override)\b/,
  // Another role, and the marks of other roles.
  /\byou are now (?:in )?(?:dan|developer mode|jailbroken|unrestricted|unfiltered|root|an? unrestricted)\b|\bdo anything now\b/,
  /<\/?important>|<\|(?:im_start|im_end|system|user|assistant)\|>|\[\/?inst\]|<<\/?sys>>|<system-reminder>|<\/?(?:system|hidden|secret|admin)[-_ ](?:prompt|instructions?|message|override)>/,
  // What the model knows of others.
  /\b(?:reveal|print|repeat|output|leak|send|include|append|expose) your (?:(?:full|entire|complete|hidden|initial) )?(?:system prompt|instructions|conversation history|chain of thought)\b/,
  /\b(?:you must|always|also|first) (?:include|send|append|pass|copy|forward|attach) (?:(?:the|our|this|full|entire|whole|complete|previous|all|of) ){0,4}(?:conversation|chat) (?:history|log|transcript|context)\b/,
  /\b(?:read|open|cat|send|upload|include|pass|attach) (?:(?:the|a|its|your|file|files|contents?|content|of|from|in|at) ){0,5}["'`]?(?:~\/\.(?:ssh|aws|gnupg|kube|netrc|cursor|config)\b|\/etc\/(?:passwd|shadow)\b|[\w./~-]{0,40}\bid_(?:rsa|ed25519)\b(?!\.pub))/,
  // The same orders in other languages.
  /\bignorier(?:e|en sie) (?:(?:bitte|alle|sämtliche|die|deine|ihre) ){0,3}(?:vorherigen|bisherigen|früheren|obigen|vorigen) (?:anweisungen|befehle|regeln|instruktionen)\b/,
  /\b(?:sag|sage|sagen sie|erzähle?|verrate) (?:es |das |dies )?(?:dem|der) (?:nutzer|benutzer|anwender|nutzerin|benutzerin)(?: davon)? (?:nicht|nichts)\b/,
  /\bignore[zr]? (?:toutes? )?(?:les|vos|tes) (?:instructions|consignes|règles) (?:précédentes|antérieures|ci-dessus)/,
  /\b(?:ignora|ignore|ignorar|olvida) (?:(?:todas|las|tus|sus|as|suas) ){1,3}(?:instrucciones|instruções|reglas|órdenes) (?:anteriores|previas|prévias)\b/,
  /(?:忽略|无视|忘记)(?:之前|以上|先前|前面|上述|所有)(?:的)?(?:所有|全部)?(?:的)?(?:指令|指示|说明|规则|提示)/,
];

/** Matches a part of every phrase. This is a quick test: most texts do not match and are not searched further. */
const hint =
  /ignor|disregard|forget|override|bypass|neglect|attention to|obey|do\s+not\s+follow|don['’]t\s+follow|following|now|instructions?|directive|orders\s|user|mention|reveal|disclose|confirmation|permission|consent|approval|secretly|covertly|surreptitiously|silently|without|this\s+tool|system|developer|assistant|admin|your|you\s+are|conversation|chat|important>|<\||inst\]|sys>|~\/\.|\/etc\/|id_|nutzer|benutzer|anwender|olvida|忽略|无视|忘记/;

/**
 * The first phrase of an attack in a text, in lower case; `undefined` if the text has none. Letters that look like Latin ones count as these,
 * characters that nobody sees are left out, and a text without spaces, such as a name, is read as the words between `_` and `-`.
 */
export function phraseIn(text: string): string | undefined {
  const lower = skeletonOf(text.replace(/[\ufe00-\ufe0f\u034f\u{e0100}-\u{e01ef}]/gu, "")).toLowerCase();
  const words = /\s/.test(lower) ? lower : lower.replaceAll(/[_-]/g, " ");
  return phraseOf(lower) ?? (words === lower ? undefined : phraseOf(words));
}

function phraseOf(lower: string): string | undefined {
  if (!hint.test(lower)) return undefined;
  const plain = lower.replaceAll(/\s+/g, " ").replaceAll(/[’‘]/g, "'");
  for (const phrase of phrases) {
    const found = phrase.exec(plain);
    if (found !== null) return found[0].trim();
  }
  return undefined;
}
