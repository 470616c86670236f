// The bank's reasons and ours as people type them: one pair a line, with an equals sign between.

import type { ResultMapping } from '@paywages/domain/bank-files/result-mapping.ts'

type Reasons = ResultMapping['reasons']

export const reasonLines = (reasons: Reasons): string =>
  reasons.map(({ bank, ours }) => `${bank}=${ours}`).join('\n')

/** What has no second half yet is a pair without it, which the format's rules name. */
export const reasonsIn = (text: string): Reasons =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [bank = '', ...ours] = line.split('=')
      return { bank: bank.trim(), ours: ours.join('=').trim() }
    })
