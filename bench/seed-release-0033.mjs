// Runs inside a checkout of the release of migration 0033, on its own code: payouts uploaded, approved, started and settled, and some of every other state.
// Plain JavaScript, because that release's types are not this one's. Prints where the database is, and leaves it running.

import { randomBytes } from 'node:crypto'
import { recharge } from '@paywages/domain/ledger/postings.ts'
import { credit } from '@paywages/server/ledger/post-entries.ts'
import { decideBatch } from '@paywages/server/payouts/decide-batch.ts'
import { openRowSealer } from '@paywages/server/payouts/row-sealer.ts'
import { uploadSheet } from '@paywages/server/payouts/upload-sheet.ts'
import { MemoryBank } from '@paywages/server/testing/memory-bank.ts'
import { sendWaiting } from '@paywages/server/transfers/send-transfers.ts'
import { startBatch } from '@paywages/server/transfers/start-batch.ts'
import { openBenchServices } from './bench-services.ts'
import { payoutRow } from './payout-rows.ts'

const ROWS = Number(process.argv[2])
/** Larger ones take that release minutes to start on a connection whose trigger was planned for a handful of rows. */
const BATCH = Math.min(1_000, ROWS)

const { services: plain, payer, reviewer, folder } = await openBenchServices()
const services = { ...plain, bank: new MemoryBank(plain.clock, plain.settings.bank.secret) }
const { pool } = services.database
await recordRecharge(100_000_000_000_00n)
const entry = { subject: 'recharge', subjectId: 1n, postings: recharge(100_000_000_000_00n) }
await services.database.transact((tx) => credit(tx, payer.person.providerId, entry, services.clock.now()))

// Some rejected, in doubt and returned among the many (the bank's scripted card endings).
for (let from = 0; from < ROWS; from += BATCH) {
  const batchId = await approved(from, Math.min(BATCH, ROWS - from))
  await pool.query('vacuum analyze payout_rows')
  await decide(payer, batchId, 'transferring')
  await Promise.all([1, 2, 3].map(settle))
  console.error(`${Math.min(ROWS, from + BATCH)} payouts settled`)
}
// One that waits for its audit, one for its start, and one started of which nothing is sent yet.
await uploaded(1_000_000, 20)
await approved(1_000_100, 20)
await decide(payer, await approved(1_000_200, 20), 'transferring')
await pool.query('vacuum analyze')

const { databaseUrl, secretKey, bank } = services.settings
console.log(JSON.stringify({ folder, databaseUrl, secretKey, bankSecret: bank.secret }))
await services.database.close()

/** Without its receipt: as a restore does, past the check of references. */
async function recordRecharge(amountFen) {
  const { providerId, platformId, accountId } = payer.person
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into recharges (provider_id, platform_id, creator_id, created_at, payer_name, payer_hash, sealed_payer, receiver_name, receiver_account,
      receiver_bank, amount_fen, pay_day, receipt_file_id, receipt_sha256, status, decided_by, decided_at, available_after_fen)
    values ($1, $2, $3, now(), 'payer', 'hash', $6, 'receiver', '1', 'bank', $5, current_date, gen_random_uuid(), 'sha256', 'approved', $4, now(), $5)`,
    [
      providerId,
      platformId,
      accountId,
      reviewer.person.accountId,
      amountFen,
      plain.cipher.seal('1', 'recharges.sealed_payer'),
    ],
  )
  await client.query('set session_replication_role = origin')
  client.release()
}

async function settle() {
  while ((await sendWaiting(services)) > 0);
}

async function uploaded(from, count) {
  const sealer = openRowSealer(services)
  async function* rows() {
    for (let at = from; at < from + count; at += 1_000)
      yield Array.from({ length: Math.min(1_000, from + count - at) }, (_, index) =>
        rawRow(at + index, at + index - from),
      )
  }
  const result = await uploadSheet(services, payer, sealer, {
    file: { name: 'seed.xlsx', size: 1n, sha256: randomBytes(32).toString('hex') },
    rows: rows(),
    confirmDuplicate: true,
    uploadKey: undefined,
    signal: new AbortController().signal,
  })
  await sealer.close()
  if (result.batchId === null) throw new Error(`bad rows: ${result.failedRows[0]?.reason}`)
  return result.batchId
}

async function approved(from, count) {
  const batchId = await uploaded(from, count)
  await decide(payer, batchId, 'reviewing')
  await decide(reviewer, batchId, 'ready')
  return batchId
}

/** Numbers above what its rows can tell apart would repeat people. */
function rawRow(person, index) {
  const [name, idCardNo, phone, bank, cardNo, , month, remark] = payoutRow(person % 840_000)
  return {
    rowNumber: index + 2,
    name,
    idCardNo,
    phone,
    bank,
    cardNo,
    amount: `${100 + (index % 500)}.50`,
    month,
    remark,
  }
}

async function decide(by, batchId, to) {
  const { rows } = await pool.query('select warning_counts from payout_batches where batch_id = $1', [
    batchId,
  ])
  const confirmedDuplicates = rows[0]?.warning_counts['likely-duplicate']
  await decideBatch(services, by, batchId, { to, pass: true, reason: '', confirmedDuplicates }, startBatch)
}
