// What this person may do with a personal contract: by the rules of its state, and by their rights (D28, D38).

import { type ConsoleRights, hasRight } from '@paywages/domain/accounts/rights.ts'
import { mayDo, type SigningFlag } from '@paywages/domain/signing/personal-contract.ts'
import type { PersonalContract } from '@paywages/wire/signing/shapes.ts'

export type ContractAction = 'look' | 'download' | 'check' | 'show-link' | 'resend' | 'revoke' | 'terminate'

type Validated = Pick<PersonalContract, 'state' | 'contractId' | 'checkedAt'> & {
  readonly flags: readonly SigningFlag[]
}

export function waitsForCheck({ flags, checkedAt }: Pick<Validated, 'flags' | 'checkedAt'>): boolean {
  return flags.length > 0 && checkedAt === null
}

export function mayDownload({ state, contractId }: Pick<Validated, 'state' | 'contractId'>): boolean {
  return contractId !== null && mayDo(state, 'download')
}

/** In the order in which they are offered. */
export function actionsFor(contract: Validated, rights: ConsoleRights): readonly ContractAction[] {
  const { state } = contract
  const actions: ContractAction[] = mayDownload(contract) ? ['look', 'download'] : ['look']
  if (hasRight(rights, 'pay-or-manager')) {
    // An open link is one that can be revoked.
    if (mayDo(state, 'revoke')) actions.push('show-link')
    if (mayDo(state, 'resend')) actions.push('resend')
    if (mayDo(state, 'revoke')) actions.push('revoke')
  }
  if (hasRight(rights, 'manager')) {
    if (waitsForCheck(contract)) actions.push('check')
    if (mayDo(state, 'terminate')) actions.push('terminate')
  }
  return actions
}
