// How much a line says of whom it paid: enough to link it, or only enough to ask a person.

import { isMasked } from './statement-text.ts'

/** 王*明, 王**, *小明: what the bank hides. */
export function isMaskedName(name: string): boolean {
  return /[*＊]/.test(name)
}

/** As a pattern of SQL's LIKE; hidden characters may be any number, as banks print a fixed number of stars. */
export function namePattern(name: string): string {
  return name.replace(/[\\%_]/g, '\\$&').replace(/[*＊]+/g, '_%')
}

export function nameFits(printed: string, name: string): boolean {
  if (!isMaskedName(printed)) return printed === name
  const parts = printed.split(/[*＊]+/)
  const [head = '', tail = ''] = [parts[0], parts.at(-1)]
  return name.length > head.length + tail.length && name.startsWith(head) && name.endsWith(tail)
}

/** Banks cut long names off; a shorter rest would fit too many. */
const MIN_OF_NAME = 4

export function mayBeCut(printed: string): boolean {
  return !isMaskedName(printed) && [...printed].length >= MIN_OF_NAME
}

/** 阿卜杜拉· of 阿卜杜拉·买买提: says nothing against a payee whom the card names. */
export function isBeginningOf(printed: string, name: string): boolean {
  return mayBeCut(printed) && name.startsWith(printed)
}

export type Evidence = 'sure' | 'weak' | 'none'

/**
 * Amount and day go without saying. A full card names one person; a masked one and a name, itself masked or not, confirm
 * each other; any of them alone needs another.
 */
export function evidenceOf({ name, account }: { name: string; account: string }): Evidence {
  if (account !== '' && !isMasked(account)) return 'sure'
  if (account !== '' && name !== '') return 'sure'
  return account === '' && name === '' ? 'none' : 'weak'
}
