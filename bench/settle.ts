// Money for the benchmarks' company, and its started transfers settled as the worker does, through a bank in memory that answers at once.

import { recharge } from '@paywages/domain/ledger/postings.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { credit } from '@paywages/server/ledger/post-entries.ts'
import { MemoryBank } from '@paywages/server/testing/memory-bank.ts'
import { sendWaiting } from '@paywages/server/transfers/send-transfers.ts'
import type { BenchServices } from './bench-services.ts'

const LANES = 3

export type Settler = { settleAll(): Promise<void> }

/** Recharges the payer's company with more than any benchmark pays. */
export async function openSettler({ services: plain, payer }: BenchServices): Promise<Settler> {
  const services: Services = { ...plain, bank: new MemoryBank(plain.clock, plain.settings.bank.secret) }
  const entry = { subject: 'recharge', subjectId: 1n, postings: recharge(1_000_000_000_00n) } as const
  await services.database.transact((tx) => credit(tx, payer.person.providerId, entry, services.clock.now()))
  const lane = async () => {
    while ((await sendWaiting(services)) > 0);
  }
  return {
    settleAll: async () => {
      await Promise.all(Array.from({ length: LANES }, lane))
    },
  }
}
