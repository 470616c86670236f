// What columns whose headings nobody knows say against a payment: that it failed, was taken back, or went the other way.

import { sideOfMark } from './directions.ts'
import { type LineStatus, statusOf, tellsUndone } from './line-status.ts'
import type { PrintedRow } from './printed-row.ts'

/** Longer texts are remarks of people. */
const MAX_WORD = 12

/** One for each row: undone or unknown where something speaks against it; nothing that stands there proves a payment. */
export function strangeDoubts(rows: readonly PrintedRow[]): (LineStatus | undefined)[] {
  const columns = new Map<string, string[]>()
  for (const row of rows)
    for (const [place, word] of strangeWords(row)) columns.set(place, [...(columns.get(place) ?? []), word])
  const meanings = new Map([...columns].map(([place, words]) => [place, meaningOf(words)]))
  return rows.map((row) => {
    const doubts = strangeWords(row).map(([place, word]) => doubtOf(word, meanings.get(place)))
    return doubts.includes('undone') ? 'undone' : doubts.find((doubt) => doubt !== undefined)
  })
}

function strangeWords({ page, cells }: PrintedRow): [place: string, word: string][] {
  return cells.flatMap(({ kind, column, text }): [string, string][] => {
    const word = text.replace(/\s/g, '')
    return kind === 'strange' && word !== '' && word.length <= MAX_WORD ? [[`${page}|${column}`, word]] : []
  })
}

type Meaning = 'status' | 'marks' | undefined

/** A column of results has one that reads as done or failed; a column of marks has nothing else. */
function meaningOf(words: readonly string[]): Meaning {
  if (words.every((word) => sideOfMark(word) !== undefined)) return 'marks'
  const isResult = (word: string) => /\p{Script=Han}|[A-Z]{4}/iu.test(word) && statusOf([word]) === 'done'
  return words.some(isResult) ? 'status' : undefined
}

function doubtOf(word: string, meaning: Meaning): LineStatus | undefined {
  if (tellsUndone(word)) return 'undone'
  if (meaning === 'marks') return sideOfMark(word) === 'in' ? 'undone' : undefined
  const status = meaning === 'status' ? statusOf([word]) : undefined
  return status === 'done' ? undefined : status
}
