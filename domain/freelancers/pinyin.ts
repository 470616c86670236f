// Names as people type them without changing the keyboard: whole syllables, first letters, or both mixed (wangxiaohe, wxh, wangxh).

/** The mixed spellings double with each syllable; longer names are found by whole syllables and by first letters. */
const MAX_MIXED = 4

/** What may be typed for a name of these syllables, each spelling behind a space: one from every syllable on. */
export function pinyinOf(syllables: readonly string[]): string {
  const folded = syllables
    .flatMap((syllable) => syllable.split(/[^\p{L}]+/u))
    .map(foldSpelling)
    .filter((syllable) => syllable !== '')
  const spellings = new Set<string>()
  for (let from = 0; from < folded.length; from += 1)
    for (const spelling of spelled(folded.slice(from))) spellings.add(spelling)
  return [...spellings].map((spelling) => ` ${spelling}`).join('')
}

/** Each spelling also stands for its beginnings, so that the last syllable need never be cut short here. */
function spelled(syllables: readonly string[]): string[] {
  const [first = '', ...rest] = syllables
  if (rest.length === 0) return [first]
  if (syllables.length > MAX_MIXED) return [syllables.join(''), syllables.map(firstLetter).join('')]
  return spelled(rest).flatMap((behind) => [first + behind, firstLetter(first) + behind])
}

function firstLetter(syllable: string): string {
  return [...syllable][0] ?? ''
}

/** Lower case, without spaces; ü is typed as v, u or yu (吕 lü, lv, lyu). */
export function foldSpelling(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s'’·.-]/g, '')
    .replace(/[üv]/g, 'u')
    .replace(/([ln])yu/g, '$1u')
}

/** What to look for among the spellings, or undefined when it was not typed in letters. */
export function pinyinSearchText(typed: string): string | undefined {
  const folded = foldSpelling(typed)
  return /^[a-z]+$/.test(folded) ? ` ${folded}` : undefined
}
