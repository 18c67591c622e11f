/**
 * Letters that look like a Latin letter in common fonts: pairs of the letter and its twin, for the scripts that are used for this
 * (Unicode's confusables.txt of UTS 39, without what only resembles, such as Greek α, γ, σ and υ, which formulas use).
 */
const pairs =
  "Ьb гr ѴV үy ҮY ҽe ꙇi аa еe оo рp сc уy хx ѕs іi јj ԛq ԝw һh ԁd ӏl ѵv АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ЅS ІI ЈJ ӀI ԌG ԜW " +
  "ϜF ϺM οo νv ρp ιi ϲc ϳj ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC ͿJ " +
  "զq գq ռn օo սu հh ցg ոn քf ՏS ՕO ԼL ՍU " +
  "ⲥc ⲤC ⲎH ⲔK ⲘM ⲚN ⲟo ⲞO ⲣp ⲢP ⲦT ⲬX ⲨY " +
  "Ꮟb ꮯc Ꮷd Ꮒh Ꭵi ꭵi ꮪs ꮩv ꮃw ꮓz ᏳG ᎽY ᎠD ᎡR ᎢT ᎪA ᎫJ ᎬE ᎳW ᎷM ᎻH ᎩY ᏀG ᏃZ ᏒR ᎤO ᏔW ᏕS ᏙV ᏚS ᏞL ᏟC ᏢP ᏦK ᏴB " +
  "ɑa ɡg ꓐB ꓑP ꓒD ꓓD ꓔT ꓖG ꓗK ꓙJ ꓚC ꓜZ ꓝF ꓟM ꓠN ꓡL ꓢS ꓣR ꓦV ꓧH ꓪW ꓫX ꓬY ꓮA ꓰE ꓲI ꓳO ꓴU";

const twins: ReadonlyMap<string, string> = new Map(
  pairs.split(" ").flatMap((pair): [string, string][] => {
    const [letter = "", twin] = [...pair];
    return twin === undefined ? [] : [[letter, twin]];
  }),
);

/** The first letter of another script in a word with Latin letters, if it has a Latin twin (UTS 39 §5.2). */
export function mixedLetterIn(name: string): { readonly letter: string; readonly twin: string } | undefined {
  if (/^[\0-\x7f]*$/.test(name)) return undefined;
  for (const [word] of name.matchAll(/[\p{L}\p{M}]+/gu)) {
    if (!/[A-Za-z]/.test(word)) continue;
    for (const letter of word) {
      const twin = twins.get(letter);
      if (twin !== undefined) return { letter, twin };
    }
  }
  return undefined;
}

/**
 * The same text for names that look the same: composed and decomposed letters (UAX 15), wide and styled letters, and letters of other
 * scripts. Of ASCII nothing changes: `l1` and `ll` are told apart by their readers.
 */
export function skeletonOf(name: string): string {
  if (/^[\0-\x7f]*$/.test(name)) return name;
  return [...name.normalize("NFKC").replace(/[\p{Cf}\p{Cc}]/gu, "")].map((letter) => twins.get(letter) ?? letter).join("");
}
