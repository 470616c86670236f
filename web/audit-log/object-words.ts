// What an audited act was about: its name, or for want of one its kind in words and its number.

import { kindLabels } from './labels.ts'

/** The log says "signing-link 12" of what has no name of its own. */
export function objectInWords(object: string): string {
  const [, kind = '', id = ''] = /^([a-z-]+) (\S*)$/.exec(object) ?? []
  const words = kindLabels[kind]
  if (words === undefined) return object
  return /^\d+$/.test(id) ? `${words} ${id}` : words
}
