// Payout batches and restricted people made by a few inserts, and a small good sheet, for the samples of their calls.

import { randomInt, randomUUID } from 'node:crypto'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { idCardCheckSign } from '@paywages/domain/identity/id-card.ts'
import { ID_CARD_NO, LIMIT_SEAL } from '../adapters/personal-data/contexts.ts'
import { insertLimitUser } from '../limits/store.ts'
import { insertApproval, insertBatch } from '../payouts/batch-store.ts'
import { insertRows } from '../payouts/row-store.ts'
import { sealRow } from '../payouts/seal-row.ts'
import { signIn } from './client.ts'
import type { People } from './people.ts'
import { SHEET_PEOPLE, SHEET_TITLES, textsOf } from './sheet-people.ts'
import type { TestHouse } from './test-house.ts'
import { buildSheet } from './xlsx-builder.ts'

export type ProviderName = keyof People['providers']

export function freshIdCardNo(): string {
  const born = new Date(Date.UTC(1970, 0, 1 + randomInt(10_000)))
  const day = born.toISOString().slice(0, 10).replaceAll('-', '')
  const first17 = `330102${day}${String(randomInt(1_000)).padStart(3, '0')}`
  return first17 + idCardCheckSign(first17)
}

/** One good row, never the same twice. */
export function goodSheet(house: TestHouse): Uint8Array {
  const [person] = SHEET_PEOPLE
  if (!person) throw new Error('there are people')
  const month = shanghaiDay(house.clock.now()).slice(0, 7)
  return buildSheet([
    [...SHEET_TITLES],
    textsOf({ ...person, idCardNo: freshIdCardNo(), amount: '1', month, remark: randomUUID().slice(0, 8) }),
  ])
}

export type MadeBatch = { readonly batchId: number; readonly rowId: number }

/** A batch of two rows waiting for its audit, uploaded by the provider's pay account. */
export async function createBatch(
  house: TestHouse,
  people: People,
  provider: ProviderName,
): Promise<MadeBatch> {
  const at = house.clock.now()
  const providerId = people.providers[provider]
  const uploaderId = people.accounts[`pay${provider}`]
  const plain = { idCardNo: freshIdCardNo(), phone: '13912342001', cardNo: '6222020001111222233' }
  const row = {
    name: 'Payee',
    bank: 'Bank',
    month: '2026-03',
    remark: '',
    amountFen: 100_00n,
    feeFen: 6_50n,
    taxFen: 0n,
    warnings: [],
    ...sealRow(house.cipher, plain),
  }
  const batchId = await house.database.transact(async (tx) => {
    const made = await insertBatch(tx, {
      batchNo: randomUUID(),
      providerId,
      platformId: people.platforms[provider === 'B1' ? 'B' : 'A'],
      uploaderId,
      uploadedAt: at,
      fileName: 'sheet.xlsx',
      fileSize: 1,
      sha256: randomUUID(),
      serviceRate: 65_000,
      withholdsTax: false,
      taxMethod: 'cumulative',
      rowCount: 2,
      peopleCount: 1,
      grossFen: 200_00n,
      feeFen: 13_00n,
    })
    await insertRows(tx, made, providerId, [
      { ...row, rowNumber: 2 },
      { ...row, rowNumber: 3, amountFen: 100_01n },
    ])
    const upload = { step: 'upload', accountId: uploaderId, passed: true, reason: '', at } as const
    await insertApproval(tx, made, { ...upload, contentHash: null, keyId: null })
    return made
  })
  const [first] = await house.query<{ row_id: bigint }>(
    'select min(row_id) as row_id from payout_rows where batch_id = $1',
    [batchId],
  )
  return { batchId, rowId: Number(first?.row_id) }
}

/** Approves a batch through the calls, as far as wanted. */
export async function approve(house: TestHouse, batchId: number, upTo: 'reviewing' | 'ready'): Promise<void> {
  const payer = await signIn(house, 'payA1')
  await payer.answer('decideBatch', { batchId, to: 'reviewing', pass: true })
  if (upTo === 'reviewing') return
  const checker = await signIn(house, 'checkA1')
  await checker.answer('decideBatch', { batchId, to: 'ready', pass: true })
}

export async function createLimitUser(
  house: TestHouse,
  people: People,
  provider: ProviderName,
): Promise<number> {
  const idCardNo = freshIdCardNo()
  return house.database.transact((tx) =>
    insertLimitUser(tx, {
      providerId: people.providers[provider],
      name: 'Restricted',
      idHash: house.cipher.lookupHash(idCardNo, ID_CARD_NO),
      sealedId: house.cipher.seal(idCardNo, LIMIT_SEAL),
      addedBy: people.accounts[`pay${provider}`],
      at: house.clock.now(),
    }),
  )
}
