/**
 * Pairs of a letter and its twin, a Latin letter that looks the same in common fonts. They are from confusables.txt of UTS 39, for the
 * scripts that attacks use. Letters that are only similar and occur in formulas, such as Greek α, γ, σ and υ, are not included.
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
 * A form of a name that is equal for names that look the same (UTS 39 §4). Letters are composed (UAX 15), lose their width and style, and
 * are replaced by their Latin twins. Invisible characters are removed. ASCII is unchanged, because people can distinguish `l1` and `ll`.
 */
export function skeletonOf(name: string): string {
  if (/^[\0-\x7f]*$/.test(name)) return name;
  return [...name.normalize("NFKC").replace(/[\p{Cf}\p{Cc}]/gu, "")].map((letter) => twins.get(letter) ?? letter).join("");
}
