// Parts texts of a page that a program has joined although they stand in different columns.

import { bareHeading, knownHeading } from './headings.ts'
import { isAmount } from './page-furniture.ts'
import { parseAccount } from './statement-text.ts'
import { type Fragment, type TextLine, wordsOf } from './text-lines.ts'

/** What stands beside an amount and belongs to it. */
const BESIDE_AMOUNT = /^(?:[-+¥￥元借贷收付支()]+|CNY|RMB|人民币|DR|CR)$/i

/** An amount beside anything else is a cell of its own, and so is an account where names have their own column. */
export function partCells(line: TextLine, hasParties: boolean): TextLine {
  const isAlone = (word: string) => isAmount(word) || (!hasParties && isWholeAccount(word))
  return parted(line, (before, after) => {
    if (BESIDE_AMOUNT.test(before) || BESIDE_AMOUNT.test(after)) return false
    return isAlone(before) || isAlone(after)
  })
}

const isWholeAccount = (word: string) => /^\d{4,}[\d*]*\d{4}$/.test(word) && parseAccount(word).length >= 12

/** 交易金额(元) 余额(元): two headings that stand close together. */
export function partHeadings(line: TextLine): TextLine {
  const isKnown = (text: string) => knownHeading(bareHeading(text)) !== undefined
  const fragments = line.fragments.flatMap((fragment) => {
    const words =
      fragment.text.includes(' ') && HAN.test(fragment.text) && !isKnown(fragment.text)
        ? wordsOf(fragment)
        : []
    return words.length > 1 && words.every(({ text }) => HAN.test(text) && isKnown(text)) ? words : [fragment]
  })
  return { ...line, fragments }
}

const HAN = /\p{Script=Han}/u

function parted(line: TextLine, isCut: (before: string, after: string) => boolean): TextLine {
  if (!line.fragments.some(({ text }) => text.includes(' '))) return line
  return { ...line, fragments: line.fragments.flatMap((fragment) => cut(fragment, isCut)) }
}

function cut(fragment: Fragment, isCut: (before: string, after: string) => boolean): Fragment[] {
  const pieces: Fragment[] = []
  for (const word of wordsOf(fragment)) {
    const last = pieces.at(-1)
    const [previous = ''] = last?.text.split(' ').slice(-1) ?? []
    if (last === undefined || isCut(previous, word.text)) pieces.push(word)
    else pieces[pieces.length - 1] = { ...last, text: `${last.text} ${word.text}`, right: word.right }
  }
  return pieces.length > 1 ? pieces : [fragment]
}
