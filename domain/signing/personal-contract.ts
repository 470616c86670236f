// What an invitation has come to: waiting, signed, run out, taken back, locked by wrong attempts, or ended (D28).

import { type SigningLink, validateLink } from './signing-link.ts'

export const CONTRACT_STATES = ['invited', 'signed', 'expired', 'revoked', 'locked', 'terminated'] as const
export type ContractState = (typeof CONTRACT_STATES)[number]

/** `terminatedAt` is the contract's, where one was signed. */
export function contractState(link: SigningLink, terminatedAt: Date | null, now: Date): ContractState {
  if (terminatedAt !== null) return 'terminated'
  switch (validateLink(link, now)) {
    case undefined:
      return 'invited'
    case 'link-used':
      return 'signed'
    case 'link-locked':
      return 'locked'
    case 'link-expired':
      return 'expired'
    default:
      return 'revoked'
  }
}

export type ContractAction = 'resend' | 'revoke' | 'terminate' | 'download'

const ACTIONS: Readonly<Record<ContractState, readonly ContractAction[]>> = {
  invited: ['resend', 'revoke'],
  signed: ['download', 'terminate'],
  expired: ['resend'],
  revoked: ['resend'],
  locked: ['resend'],
  terminated: ['download', 'resend'],
}

export function mayDo(state: ContractState, action: ContractAction): boolean {
  return ACTIONS[state].includes(action)
}

/** What managers should look at: a signing from where the console is used, several people on one device, a picture that another person signed with. */
export const SIGNING_FLAGS = ['console-address', 'shared-device', 'repeated-photo'] as const
export type SigningFlag = (typeof SIGNING_FLAGS)[number]

export function flagsOf(found: {
  readonly consoleAddress: boolean
  readonly othersOnDevice: number
  readonly repeatedPhoto: boolean
}): SigningFlag[] {
  const flags: SigningFlag[] = []
  if (found.consoleAddress) flags.push('console-address')
  if (found.othersOnDevice > 0) flags.push('shared-device')
  if (found.repeatedPhoto) flags.push('repeated-photo')
  return flags
}

/**
 * What speaks for the person having signed: a code sent to their phone; a link that only they were sent; or a link that the console showed to
 * whoever invited them, who could have opened it instead.
 */
export const SIGNING_EVIDENCE = ['code', 'link', 'shown-link'] as const
export type SigningEvidence = (typeof SIGNING_EVIDENCE)[number]

export function evidenceOf(signing: {
  readonly withCode: boolean
  readonly linkShown: boolean
}): SigningEvidence {
  if (signing.withCode) return 'code'
  return signing.linkShown ? 'shown-link' : 'link'
}
