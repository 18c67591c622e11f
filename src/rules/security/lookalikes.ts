/**
 * Letters that look like a Latin letter in common fonts: pairs of a letter and the Latin letter, its twin, for the scripts that attacks
 * use (confusables.txt of UTS 39, without letters that are only similar, such as Greek α, γ, σ and υ, which formulas use).
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

/** The first letter with a Latin twin in a word that also has Latin letters (UTS 39 §5.2); `undefined` if there is none. */
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
 * A form of a name that is equal for names that look the same (UTS 39 §4): with composed letters (UAX 15), without widths and styles, and
 * with the Latin twins of letters. ASCII is unchanged, since readers can distinguish `l1` and `ll`.
 */
export function skeletonOf(name: string): string {
  if (/^[\0-\x7f]*$/.test(name)) return name;
  return [...name.normalize("NFKC").replace(/[\p{Cf}\p{Cc}]/gu, "")].map((letter) => twins.get(letter) ?? letter).join("");
}
