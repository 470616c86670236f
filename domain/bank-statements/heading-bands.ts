// Finds the rows of headings on a page, in one line or wrapped over several.

import { dayPartsOf, isYear } from './day-parts.ts'
import {
  bareHeading,
  inUnit,
  isEnglishHeading,
  isStatementTable,
  type KnownHeading,
  knownHeading,
  onlyBest,
  startsHeading,
  strangeHeading,
} from './headings.ts'
import { partHeadings } from './joined-cells.ts'
import { holdsData } from './page-furniture.ts'
import { type Fragment, overlaps, type TextLine } from './text-lines.ts'

export type Heading = KnownHeading & {
  readonly left: number
  readonly right: number
  /** 2026年 */
  readonly isYear?: boolean
}

export type HeadingBand = {
  readonly top: number
  readonly bottom: number
  readonly height: number
  /** From left to right; those of no use are there too, as they part the others. */
  readonly headings: readonly Heading[]
}

type Block = Heading & {
  readonly top: number
  readonly bottom: number
  readonly height: number
  readonly parts: number
  readonly isEnglish: boolean
}

/** The pitch of wrapped lines, and how far apart the headings of one row may stand, in heights of their letters. */
const PITCH = 2
const MAX_PARTS = 4
/** A space between two words of one heading; columns stand further apart. */
const TRANSLATION_GAP = 4

/** English words count where no Chinese ones stand above a table: else they translate them. */
export function headingBands(all: readonly TextLine[]): HeadingBand[] {
  const lines = all.filter((line) => !holdsData(line)).map(partHeadings)
  const blocks = lines.flatMap((line, index) =>
    line.fragments.flatMap((fragment) => blockFrom(lines, index, fragment)),
  )
  const chinese = bandsOf(
    lines,
    blocks.filter(({ isEnglish }) => !isEnglish),
  )
  return chinese.length > 0 ? chinese : bandsOf(lines, blocks)
}

function bandsOf(lines: readonly TextLine[], blocks: readonly Block[]): HeadingBand[] {
  let rest = blocks.toSorted((a, b) => middle(a) - middle(b))
  const bands: HeadingBand[] = []
  while (rest.length > 0) {
    const [first] = rest
    if (first === undefined) break
    const inReach = rest.filter((block) => middle(block) - middle(first) <= PITCH * first.height)
    const chosen = withoutOverlaps(inReach)
    if (!isStatementTable(new Set(chosen.map(({ kind }) => kind)))) {
      rest = rest.slice(1)
      continue
    }
    const band = bandOf(chosen, lines)
    bands.push(band)
    rest = rest.filter(({ top }) => top > band.bottom)
  }
  return bands
}

const middle = ({ top, bottom }: Block) => (top + bottom) / 2

/** The longest heading that begins with this fragment and goes on below it. */
function blockFrom(lines: readonly TextLine[], lineIndex: number, fragment: Fragment): Block[] {
  let text = wordOf(fragment)
  if (text === '' || !startsHeading(text)) return []
  let found: Block | undefined
  let { left, right, text: whole } = fragment
  let last = fragment
  const isEnglish = isEnglishHeading(text)
  for (let parts = 1; ; parts += 1) {
    const known = knownHeading(text)
    const below = parts < MAX_PARTS ? fragmentBelow(lines, lineIndex, last) : undefined
    // (万元) on a line of its own.
    const hasUnit = below !== undefined && UNIT_ALONE.test(below.text)
    if (known)
      found = {
        ...inUnit(known, hasUnit ? whole + below.text : whole),
        ...{ left, right, parts, isEnglish },
        ...{ top: fragment.y, bottom: hasUnit ? below.y : last.y, height: fragment.height },
      }
    const more = below === undefined ? '' : wordOf(below)
    if (below === undefined || more === '' || !startsHeading(text + more)) break
    text += more
    whole += below.text
    left = Math.min(left, below.left)
    right = Math.max(right, below.right)
    last = below
  }
  return found ? [found] : []
}

const UNIT_ALONE = /^\([^()\d]{1,6}\)$/

/** Above the table stands 账号：3305… with the own account: a heading has neither a colon nor a number. */
function wordOf({ text }: Fragment): string {
  return /[\d:]/.test(text) ? '' : bareHeading(text)
}

function fragmentBelow(lines: readonly TextLine[], from: number, above: Fragment): Fragment | undefined {
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index]
    if (line === undefined || line.y - above.y > PITCH * above.height) return undefined
    if (line.y - above.y < above.height * 0.5) continue
    const below = line.fragments.find((fragment) => overlaps(fragment, above))
    if (below) return below
  }
  return undefined
}

/**
 * Where two readings share a place, the one that uses more of the text is right: 借方发生额, not 发生额. Else the one with
 * more headings beside it: 账号 above the table stands alone.
 */
function withoutOverlaps(blocks: readonly Block[]): Block[] {
  const chosen: Block[] = []
  const beside = new Map(
    blocks.map((block) => [block, blocks.filter((other) => Math.abs(other.top - block.top) < 1).length]),
  )
  const rank = (block: Block) => beside.get(block) ?? 0
  for (const block of withoutGroups(blocks).toSorted(
    (a, b) => b.parts - a.parts || rank(b) - rank(a) || a.top - b.top,
  ))
    if (!chosen.some((other) => overlaps(other, block))) chosen.push(block)
  return chosen
}

/** 对方账户信息 above 户名 and 账号 names no column: they do. */
function withoutGroups(blocks: readonly Block[]): readonly Block[] {
  return blocks.filter((block) => {
    const below = blocks.filter((other) => other.top > block.bottom && overlaps(other, block))
    return !below.some((one) => below.some((other) => other !== one && !overlaps(one, other)))
  })
}

function bandOf(blocks: readonly Block[], lines: readonly TextLine[]): HeadingBand {
  const top = Math.min(...blocks.map((block) => block.top))
  const bottom = Math.max(...blocks.map((block) => block.bottom))
  const height = Math.max(...blocks.map((block) => block.height))
  const known: Heading[] = onlyBest(blocks).map(({ kind, rank, paysOut, minus, unit, left, right }) => ({
    kind,
    rank,
    paysOut,
    ...(minus && { minus }),
    ...(unit !== undefined && { unit }),
    left,
    right,
  }))
  const strangers: Heading[] = []
  for (const line of lines) {
    if (line.y < top - 0.3 * height || line.y > bottom + 0.3 * height) continue
    for (const { left, right, text } of line.fragments) {
      const found = /\d/.test(text) ? undefined : inUnit(knownHeading(bareHeading(text)), text)
      const year = isYear(text) ? { isYear: true } : {}
      const stranger: Heading = { ...(found ?? strangeHeading(text)), ...year, left, right }
      if ([...known, ...strangers].some((other) => overlaps(other, stranger))) continue
      const beside = known.find((block) => isTranslation(text, block, stranger))
      if (beside === undefined) strangers.push(stranger)
      else known[known.indexOf(beside)] = spanning(beside, stranger)
    }
  }
  const parts = partsBelow(lines, bottom, height)
  const lowest = parts?.y ?? lowestOf(lines, bottom, height)
  const beside = parts ? strangers.filter((one) => !one.isYear) : strangers
  const days =
    parts?.fragments.map(({ left, right, text }) => ({ ...strangeHeading(text), left, right })) ?? []
  const headings = underYear(onlyBest([...known, ...beside, ...days])).sort((a, b) => a.left - b.left)
  return { top, bottom: lowest + 0.3 * height, height, headings }
}

/** 月 and 日 on a line of their own below 2026年. */
function partsBelow(lines: readonly TextLine[], bottom: number, height: number): TextLine | undefined {
  return lines.find(
    ({ y, fragments }) =>
      y > bottom + 0.3 * height &&
      y <= bottom + PITCH * height &&
      dayPartsOf(fragments.map(({ text }) => text)) !== undefined &&
      fragments.every(({ text }) => /^[年月日]$/.test(text)),
  )
}

const DAY = knownHeading('日期')

/** 2026年 over days of which each has a month and no year. */
function underYear(headings: readonly Heading[]): Heading[] {
  const hasDay = headings.some((one) => one.kind === 'day' || (one.dayPart !== undefined && !one.isYear))
  return headings.map(({ isYear: year, dayPart, ...heading }) => {
    if (year && DAY && !hasDay) return { ...heading, ...DAY }
    return dayPart === undefined ? heading : { ...heading, dayPart }
  })
}

/** Down to the last line that translates them, which may be wrapped itself. */
function lowestOf(lines: readonly TextLine[], bottom: number, height: number): number {
  let [lowest, isTranslated] = [bottom, false]
  for (const line of lines) {
    if (line.y <= lowest + 0.3 * height) continue
    const isWrapped = isTranslated && line.y <= lowest + CLOSE * height && line.fragments.every(isEnglish)
    if (line.y > lowest + PITCH * height || !(isWrapped || (!isTranslated && isEnglishLine(line)))) break
    ;[lowest, isTranslated] = [line.y, true]
  }
  return lowest
}

/** The lines of one heading stand closer together than its rows. */
const CLOSE = 1.6

/** Transaction Date beside 交易日期, in a font of its own. */
function isTranslation(text: string, block: Heading, { left, right }: Heading): boolean {
  const gap = Math.max(left - block.right, block.left - right)
  return /[A-Za-z]/.test(text) && !/[\p{Script=Han}\d]/u.test(text) && gap < TRANSLATION_GAP
}

const spanning = (heading: Heading, { left, right }: Heading): Heading => ({
  ...heading,
  left: Math.min(heading.left, left),
  right: Math.max(heading.right, right),
})

/** The headings once more in another language: neither Chinese nor a number. */
function isEnglishLine({ fragments }: TextLine): boolean {
  return fragments.length > 1 && fragments.every(isEnglish)
}

const isEnglish = ({ text }: Fragment) => !/[\p{Script=Han}\d]/u.test(text)
