// What this person may do with a personal contract: by the rules of its state, and by their rights (D28, D38).

import { type ConsoleRights, holds } from '@paywages/domain/accounts/rights.ts'
import { mayDo, type SigningFlag } from '@paywages/domain/signing/personal-contract.ts'
import type { PersonalContract } from '@paywages/wire/signing/shapes.ts'

export type ContractAct = 'look' | 'download' | 'check' | 'show-link' | 'resend' | 'revoke' | 'terminate'

type Judged = Pick<PersonalContract, 'state' | 'contractId' | 'checkedAt'> & {
  readonly flags: readonly SigningFlag[]
}

export function waitsForCheck({ flags, checkedAt }: Pick<Judged, 'flags' | 'checkedAt'>): boolean {
  return flags.length > 0 && checkedAt === null
}

export function mayDownload({ state, contractId }: Pick<Judged, 'state' | 'contractId'>): boolean {
  return contractId !== null && mayDo(state, 'download')
}

/** In the order in which they are offered. */
export function actsFor(contract: Judged, rights: ConsoleRights): readonly ContractAct[] {
  const { state } = contract
  const acts: ContractAct[] = mayDownload(contract) ? ['look', 'download'] : ['look']
  if (holds(rights, 'pay-or-manager')) {
    // An open link is one that can be revoked.
    if (mayDo(state, 'revoke')) acts.push('show-link')
    if (mayDo(state, 'resend')) acts.push('resend')
    if (mayDo(state, 'revoke')) acts.push('revoke')
  }
  if (holds(rights, 'manager')) {
    if (waitsForCheck(contract)) acts.push('check')
    if (mayDo(state, 'terminate')) acts.push('terminate')
  }
  return acts
}
