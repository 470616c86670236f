// What a kind of proposal brings along: how it is carried out, once it may be.

import type { ProposalKind } from '@paywages/domain/proposals/proposal.ts'
import type { Actor, Origin } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { Writer } from '../audit-log/record-entry.ts'
import type { ProposalRecord } from './store.ts'

/** In whose name it is carried out: the second person's, or nobody's after a cooling time. */
export type Carrier = Origin & {
  readonly writer: Writer
  /** Proposer and second person, as owners are told. */
  readonly names: string
}

/** One that waits still holds its change. */
export type WaitingProposal = ProposalRecord & { readonly change: Readonly<Record<string, unknown>> }

/**
 * Carries it out within the transaction that ends it. False, with nothing written, where what it was about has changed since it was
 * proposed.
 */
export type CarryOut = (
  tx: Tx,
  services: Services,
  proposal: WaitingProposal,
  carrier: Carrier,
) => Promise<boolean>

/**
 * Makes ready what the second person hands over, so that an account can set up its first factor; saved within the transaction that confirms.
 * Null where the account needs none (ADR 93).
 */
export type MakeEnrolmentCode = (
  services: Services,
  by: Actor,
) => Promise<(tx: Tx, accountId: number) => Promise<string | null>>

/** What passkeys can do for confirmations; the slice of the factors hands it in. */
export type Signing = {
  readonly ask: (
    services: Services,
    by: Actor,
    decided: { readonly digest: Buffer; readonly about: { readonly subject: string; readonly at: string } },
  ) => Promise<{ options: string }>
  /** What this session signed last about a subject, if that was lately. */
  readonly last: (
    tx: Tx,
    sessionToken: Buffer,
    subject: string,
    since: Date,
  ) => Promise<
    | {
        readonly signatureId: bigint
        readonly challenge: string
        readonly about: { readonly [more: string]: unknown }
      }
    | undefined
  >
}

/** Handed in at the start: the slices of the kinds depend on this one, and not the other way round. */
export type CarryOutKinds = Readonly<Record<ProposalKind, CarryOut>>
