// Which accounts a company pays from: asked here, answered by the slice that keeps them, which depends on this one.

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import type { Tx } from '../adapters/postgres/database.ts'

type AccountNumbers = (tx: Tx, cipher: Cipher, providerId: number) => Promise<ReadonlySet<string>>

let answer: AccountNumbers | undefined

export function answerOwnAccounts(numbers: AccountNumbers): void {
  answer = numbers
}

export const ownAccounts: AccountNumbers = async (tx, cipher, providerId) => {
  if (answer === undefined) throw new Error('nobody answers which accounts a company pays from')
  return answer(tx, cipher, providerId)
}
