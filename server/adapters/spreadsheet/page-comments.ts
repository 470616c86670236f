// The comments of a page that a program saved under the name of a workbook: in their cell, as LibreOffice writes them, or below the table, as Excel does.

import { MAX_COMMENTS } from './row-comments.ts'
import { bomb } from './sheet-refused.ts'

/** What stands in a cell beside its text: a comment, or [1] with the number of one below the table. */
export const COMMENT =
  '<comment\\b[^>]*>(?<said>[\\s\\S]*?)<\\/comment\\s*>|<!(?:--)?\\[if !supportAnnotations\\](?:--)?>(?<mark>[\\s\\S]*?)<!(?:--)?\\[endif\\](?:--)?>'
const LIST_ITEM = /mso-element:\s*comment["'\s;]/
const NOTHING = new Map<string, string>()

export class PageComments {
  #page: string
  #ofNumber: ReadonlyMap<string, string> | undefined
  #count = 0

  constructor(page: string) {
    this.#page = page
  }

  /** What a mark or an element says; undefined where it is only for the eye. */
  read({ said, mark }: { readonly said?: string; readonly mark?: string }): string | undefined {
    if (said !== undefined) return this.#counted(wordsOf(said))
    const number = mark === undefined ? undefined : /#_msocom_(\d{1,6})/.exec(mark)?.[1]
    if (number === undefined) return undefined
    this.#ofNumber ??= this.#page.includes('_com_') ? listed(this.#page) : NOTHING
    return this.#counted(this.#ofNumber.get(number) ?? '')
  }

  #counted(words: string): string | undefined {
    this.#count += 1
    if (this.#count > MAX_COMMENTS) throw bomb('too many comments')
    return words === '' ? undefined : words
  }
}

/** By their numbers. */
function listed(page: string): Map<string, string> {
  const items = page.split(LIST_ITEM).slice(1)
  if (items.length > MAX_COMMENTS) throw bomb('too many comments')
  return new Map(
    items.flatMap((item) => {
      const [start, number] = /_com_(\d{1,6})\b[^>]*>/.exec(item) ?? []
      if (start === undefined || number === undefined) return []
      return [[number, wordsOf(item.slice(item.indexOf(start) + start.length))] as const]
    }),
  )
}

const wordsOf = (html: string): string =>
  html
    .replace(new RegExp(COMMENT, 'gi'), '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\r?\n/g, ' ')
    .replace(/<br\b[^>]*>/gi, '\n')
    .replace(/<[^<>]*>?/g, '')
    .replace(/&nbsp;/gi, ' ')
    .trim()
