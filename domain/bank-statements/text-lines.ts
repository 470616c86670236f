// Texts with their places on a page, put together to words and lines as the eye does.

/** A piece of text; `y` is its base line and grows downwards. */
export type Fragment = {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly y: number
  readonly height: number
}

export type TextLine = {
  readonly y: number
  readonly height: number
  readonly fragments: readonly Fragment[]
}

/** Fonts of two scripts on one line may differ by a little in their base lines. */
const SAME_LINE = 0.3
/** Pieces of one word touch; the next column begins further away. */
const SAME_WORD = 0.15

export function onSameLine(a: { y: number; height: number }, b: { y: number; height: number }): boolean {
  return Math.abs(a.y - b.y) <= SAME_LINE * Math.max(a.height, b.height)
}

export function overlaps(a: { left: number; right: number }, b: { left: number; right: number }): boolean {
  return Math.min(a.right, b.right) > Math.max(a.left, b.left)
}

/** Its words, each with its share of the width: Chinese characters are twice as wide as others. */
export function wordsOf(fragment: Fragment): Fragment[] {
  const { text, left, right } = fragment
  const unit = (right - left) / widthOf(text)
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const start = left + widthOf(text.slice(0, index)) * unit
    return { ...fragment, text: word, left: start, right: start + widthOf(word) * unit }
  })
}

const widthOf = (text: string) =>
  [...text].reduce((sum, character) => sum + (character > '\u00ff' ? 2 : 1), 0)

/** From top to bottom, each from left to right, with the pieces of a word joined. */
export function linesOf(fragments: readonly Fragment[]): TextLine[] {
  const sorted = fragments.toSorted((a, b) => a.y - b.y)
  const lines: TextLine[] = []
  let from = 0
  for (let to = 1; to <= sorted.length; to += 1) {
    const [first, next] = [sorted[from], sorted[to]]
    if (first === undefined) break
    if (next !== undefined && onSameLine(first, next)) continue
    const group = sorted.slice(from, to)
    lines.push({
      y: first.y,
      height: Math.max(...group.map(({ height }) => height)),
      fragments: joinWords(group.sort((a, b) => a.left - b.left)),
    })
    from = to
  }
  return lines
}

function joinWords(fragments: readonly Fragment[]): Fragment[] {
  const joined: Fragment[] = []
  for (const next of fragments) {
    const last = joined.at(-1)
    const touches = last !== undefined && next.left - last.right <= SAME_WORD * next.height
    if (touches && next.left - last.right > -next.height)
      joined[joined.length - 1] = {
        ...last,
        text: last.text + next.text,
        right: Math.max(last.right, next.right),
        height: Math.max(last.height, next.height),
      }
    else joined.push(next)
  }
  return joined
}
