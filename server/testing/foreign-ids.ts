// Another's id, and nobody's, for every kind of record (D11).

import { randomUUID } from 'node:crypto'
import type { RecordKind } from '@paywages/wire/endpoint.ts'
import { storedFormat } from './bank-formats.ts'
import type { Samples } from './endpoint-samples.ts'
import { invitedPerson, registeredPerson, signedPerson } from './freelancers.ts'
import { rememberedLayout } from './sheet-layouts.ts'
import { storeApplication, storeContract } from './stored-records.ts'
import { storeProof, storeTaxCertificate } from './tax.ts'
import { enteredAdjustment } from './tax-adjustments.ts'
import { storeYearJob, storeYearStatement } from './year-statements.ts'

/** For every kind of record: one of the same platform's other provider, one of another platform's, and none at all. */
export const FOREIGN_ID: {
  readonly [K in RecordKind]: Readonly<
    Record<'A2' | 'B1' | 'none', (samples: Samples) => Promise<number | string>>
  >
} = {
  account: {
    A2: ({ account }) => account('A2'),
    B1: ({ account }) => account('B1'),
    none: async () => 2_000_000_000,
  },
  proposal: {
    A2: ({ proposal }) => proposal('A2', 'managerA'),
    B1: ({ proposal }) => proposal('B1', 'managerB'),
    none: async () => 2_000_000_000,
  },
  provider: {
    A2: async ({ people }) => people.providers.A2,
    B1: async ({ people }) => people.providers.B1,
    none: async () => 2_000_000_000,
  },
  file: {
    A2: ({ file }) => file('payA2', 'A2'),
    B1: ({ file }) => file('payB1', 'B1'),
    none: async () => randomUUID(),
  },
  'payout-batch': {
    A2: async ({ batch }) => (await batch('A2')).batchId,
    B1: async ({ batch }) => (await batch('B1')).batchId,
    none: async () => 2_000_000_000,
  },
  'payout-row': {
    A2: async ({ batch }) => (await batch('A2')).rowId,
    B1: async ({ batch }) => (await batch('B1')).rowId,
    none: async () => 2_000_000_000,
  },
  resolution: {
    A2: ({ resolution }) => resolution('A2'),
    B1: ({ resolution }) => resolution('B1'),
    none: async () => 2_000_000_000,
  },
  'bank-file': {
    A2: async ({ bankFile }) => (await bankFile('A2')).bankFileId,
    B1: async ({ bankFile }) => (await bankFile('B1')).bankFileId,
    none: async () => 2_000_000_000,
  },
  'bank-format': {
    A2: async ({ services, people }) => (await storedFormat(services, people.providers.A2)).id,
    B1: async ({ services, people }) => (await storedFormat(services, people.providers.B1)).id,
    none: async () => 2_000_000_000,
  },
  'unknown-debit': {
    A2: ({ debit }) => debit('A2'),
    B1: ({ debit }) => debit('B1'),
    none: async () => 2_000_000_000,
  },
  'sheet-layout': {
    A2: ({ services }) => rememberedLayout(services, 'payA2'),
    B1: ({ services }) => rememberedLayout(services, 'payB1'),
    none: async () => 2_000_000_000,
  },
  'limit-user': {
    A2: ({ limitUser }) => limitUser('A2'),
    B1: ({ limitUser }) => limitUser('B1'),
    none: async () => 2_000_000_000,
  },
  recharge: {
    A2: ({ recharge }) => recharge('A2'),
    B1: ({ recharge }) => recharge('B1'),
    none: async () => 2_000_000_000,
  },
  'recharge-reversal': {
    A2: ({ reversal }) => reversal('A2'),
    B1: ({ reversal }) => reversal('B1'),
    none: async () => 2_000_000_000,
  },
  statement: {
    A2: async ({ statement }) => (await statement('A2')).statementId,
    B1: async ({ statement }) => (await statement('B1')).statementId,
    none: async () => 2_000_000_000,
  },
  freelancer: {
    A2: async ({ services }) => (await registeredPerson(services, 'payA2')).userId,
    B1: async ({ services }) => (await registeredPerson(services, 'payB1')).userId,
    none: async () => 2_000_000_000,
  },
  'signing-link': {
    A2: async ({ services }) => (await invitedPerson(services, 'payA2')).link.linkId,
    B1: async ({ services }) => (await invitedPerson(services, 'payB1')).link.linkId,
    none: async () => 2_000_000_000,
  },
  'personal-contract': {
    A2: async ({ services }) => (await signedPerson(services, 'payA2')).contractId,
    B1: async ({ services }) => (await signedPerson(services, 'payB1')).contractId,
    none: async () => 2_000_000_000,
  },
  'enterprise-contract': {
    A2: ({ services, people }) => storeContract(services, people.providers.A2),
    B1: ({ services, people }) => storeContract(services, people.providers.B1),
    none: async () => 2_000_000_000,
  },
  'invoice-application': {
    A2: ({ services }) => storeApplication(services, 'payA2'),
    B1: ({ services }) => storeApplication(services, 'payB1'),
    none: async () => 2_000_000_000,
  },
  'tax-proof': {
    A2: ({ services, people }) => storeProof(services, people.providers.A2),
    B1: ({ services, people }) => storeProof(services, people.providers.B1),
    none: async () => 2_000_000_000,
  },
  'tax-statement': {
    A2: async ({ services, people, batch }) =>
      storeTaxCertificate(services, people.providers.A2, (await batch('A2')).rowId),
    B1: async ({ services, people, batch }) =>
      storeTaxCertificate(services, people.providers.B1, (await batch('B1')).rowId),
    none: async () => 2_000_000_000,
  },
  'tax-year-statement': {
    A2: async ({ services, people, batch }) =>
      storeYearStatement(services, people.providers.A2, (await batch('A2')).rowId),
    B1: async ({ services, people, batch }) =>
      storeYearStatement(services, people.providers.B1, (await batch('B1')).rowId),
    none: async () => 2_000_000_000,
  },
  // Jobs are a platform's, or nobody's in particular: neither is a provider's.
  'tax-year-job': {
    A2: ({ services }) => storeYearJob(services, null),
    B1: ({ services, people }) => storeYearJob(services, people.platforms.B),
    none: async () => 2_000_000_000,
  },
  'tax-adjustment': {
    A2: ({ services }) => enteredAdjustment(services, 'payA2'),
    B1: ({ services }) => enteredAdjustment(services, 'payB1'),
    none: async () => 2_000_000_000,
  },
  'statement-line': {
    A2: async ({ statement }) => (await statement('A2')).lineId,
    B1: async ({ statement }) => (await statement('B1')).lineId,
    none: async () => 2_000_000_000,
  },
}
