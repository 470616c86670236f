// What an audited act was about: its name, or for want of one its kind in words and its number.

import { personNumber } from '@paywages/domain/freelancers/person-number.ts'
import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'
import { kindLabels } from './labels.ts'

/** Of records that have numbers of their own. */
const NUMBERS: Readonly<Record<string, (id: number) => string>> = {
  freelancer: personNumber,
  recharge: rechargeNumber,
}

/** Why sending stands still, or after which restore: the act says it in words, the drawer to the letter. */
const OF_SENDING = /^sending (?:[a-z-]+|server \d+ \d+|older log since \S+)$/

/** The log says "signing-link 12" of what has no name of its own. */
export function objectInWords(object: string): string {
  if (OF_SENDING.test(object)) return kindLabels.sending ?? object
  const [, kind = '', id = ''] = /^([a-z-]+) (\S*)$/.exec(object) ?? []
  const words = kindLabels[kind]
  if (words === undefined) return object
  if (kind === 'key') return `${words} ${id}`
  if (!/^\d+$/.test(id)) return words
  return `${words} ${NUMBERS[kind]?.(Number(id)) ?? id}`
}
