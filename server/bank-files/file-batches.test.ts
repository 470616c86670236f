// Batches on the file channel: made into files once, never sent, refused where their format cannot express a row (ADR 80, ADR 81).

import { sentenceOf } from '@paywages/wire/refusals.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefused, type FileCases, openFileCases } from '../testing/bank-file-cases.ts'
import { downloaded, madeFiles, payByFiles, payDirectly, submitted } from '../testing/bank-files.ts'
import { signIn } from '../testing/client.ts'
import { sendAll, takeStep } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { readyBatch } from '../testing/provider-fixture.ts'
import { fixOrders } from '../transfers/approved-orders.ts'
import { resumePaused } from '../transfers/pause-batch.ts'
import { queryDoubts } from '../transfers/query-bank.ts'
import { sendWaiting } from '../transfers/send-transfers.ts'
import { findPayingAccount } from './account-store.ts'
import { approvedPayments, areUnchanged } from './approved-payments.ts'
import { payableRows } from './file-store.ts'
import { makeBankFiles } from './make-files.ts'
import { digestOf, openBefore } from './open-cards.ts'
import { judgeBatch } from './start-on-account.ts'
import { workBankFiles } from './work-bank-files.ts'

let cases: FileCases
let company: FileCases['company']
let services: FileCases['services']
let states: FileCases['states']
beforeAll(async () => {
  cases = await openFileCases()
  ;({ company, services, states } = cases)
})
afterAll(() => cases.close())

/** Of two rows; undoes itself by being done again. */
const swapSeals = (batchId: number) =>
  services.query(
    'update payout_rows a set seal = b.seal from payout_rows b where a.batch_id = $1 and b.batch_id = $1 and a.row_id <> b.row_id',
    [batchId],
  )

describe('a batch on the file channel', () => {
  it('is made into files once, and nothing of it is ever sent or asked about', async () => {
    const fixture = await company()
    const { batchId, files } = await madeFiles(services, fixture, freshRows(3, { amount: '100.00' }))
    expect(files).toHaveLength(1)
    await Promise.all([makeBankFiles(services), makeBankFiles(services)])
    const [count] = await services.query<{ n: number }>(
      'select count(*)::int as n from bank_files where batch_id = $1',
      [batchId],
    )
    expect(count?.n).toBe(1)
    expect(await sendWaiting(services)).toBe(0)
    await submitted(services, files[0] ?? 0, fixture.pay)
    expect(await states(batchId)).toEqual(['in-doubt', 'in-doubt', 'in-doubt'])
    services.clock.advance(3_600_000)
    expect([await sendWaiting(services), await queryDoubts(services)]).toEqual([0, 0])
    expect(await states(batchId)).toEqual(['in-doubt', 'in-doubt', 'in-doubt'])
    const [leases] = await services.query<{ n: number }>(
      'select count(*)::int as n from transfer_leases where batch_id = $1',
      [batchId],
    )
    expect(leases?.n).toBe(0)
  })

  describe('whose rows are changed', () => {
    let batchId: number
    let rowId: number | undefined
    beforeAll(async () => {
      const fixture = await company()
      const ready = await readyBatch(services, fixture, freshRows(2, { amount: '1.00' }))
      batchId = ready.batchId
      rowId = ready.rowIds[0]
      await payByFiles(services, fixture.providerId)
      await takeStep(services, fixture.pay, batchId, 'transferring')
      await payDirectly(services, fixture.providerId)
    })
    const rename = (to: string) =>
      services.query(`update payout_rows set name = ${to} where row_id = $1`, [rowId])
    const whileWritten = (change: () => Promise<unknown>) => {
      const store = services.files
      const put: typeof store.put = async (...given) => {
        await change()
        return store.put(...given)
      }
      return makeBankFiles({ ...services, files: { ...store, put } })
    }
    const left = async () =>
      (
        await services.query<{ paused: boolean; files: number }>(
          `select paused, (select count(*)::int from bank_files f where f.batch_id = c.batch_id) as files
           from batch_channels c where batch_id = $1`,
          [batchId],
        )
      )[0]
    const putBack = async () => {
      await rename(`replace(name, '!', '')`)
      await services.query('update transfer_queues set paused_at = null where batch_id = $1', [batchId])
    }

    it.each([
      ['before they are read', () => rename(`name || '!'`).then(() => makeBankFiles(services))],
      ['while they are written', () => whileWritten(() => rename(`name || '!'`))],
    ])('%s: it is paused, without files', async (_, make) => {
      expect(await make()).toBe(0)
      expect(await left()).toEqual({ paused: true, files: 0 })
      await putBack()
    })

    it('by a card that was moved before the first approval: it is paused until that opens in its row', async () => {
      const swap = async () => {
        await swapSeals(batchId)
        // As the approvals of a release that did not look at seals would vouch for it.
        await services.database.transact((tx) => fixOrders(tx, services, BigInt(batchId)))
      }
      await swap()
      expect(await makeBankFiles(services)).toBe(0)
      expect(await left()).toEqual({ paused: true, files: 0 })
      expect(await resumePaused(services)).toBe(0)
      await swap()
      expect(await resumePaused(services)).toBe(1)
    })

    it('and put back before anybody looks: its files are those that were approved', async () => {
      const bare = async () => {
        await rename(`name || '!'`)
        await rename(`replace(name, '!', '')`)
      }
      expect(await whileWritten(bare)).toBe(1)
      expect(await left()).toEqual({ paused: false, files: 1 })
    })

    it('stands in files that exist, and no file with rows is taken away', async () => {
      const row =
        'insert into bank_file_rows (bank_file_id, position, row_id, net_fen) values (999999, 1, 1, 1)'
      await expect(services.query(row)).rejects.toMatchObject({ code: '23503' })
      const gone = services.query('delete from bank_files where batch_id = $1', [batchId])
      await expect(gone).rejects.toMatchObject({ code: '23503' })
    })
  })

  it('is not started with a card that does not open in its row, and says so', async () => {
    const fixture = await company()
    const { batchId } = await readyBatch(services, fixture, freshRows(2, { amount: '1.00' }))
    await payByFiles(services, fixture.providerId)
    await swapSeals(batchId)
    const start = { batchId, to: 'transferring', pass: true } as const
    const { http, body } = await (await signIn(services, fixture.pay)).call('decideBatch', start)
    expect([http, body.code, body.msg]).toEqual([409, 'seal-broken', sentenceOf('seal-broken', {})])
    await swapSeals(batchId)
    await payDirectly(services, fixture.providerId)
  })

  it.each([
    ['nothing else', (work: () => Promise<void>) => work()],
    // It stands for any long transaction of the database server, also of another database.
    [
      'an older transaction',
      (work: () => Promise<void>) =>
        services.database.transact(async (tx) => {
          await sql`select pg_current_xact_id()`.execute(tx)
          await work()
        }),
    ],
  ])('is made anew where a row was given another reference meanwhile, beside %s', async (_, beside) => {
    const fixture = await company()
    await beside(async () => {
      const { batchId, rowIds } = await readyBatch(services, fixture, freshRows(1, { amount: '1.00' }))
      await payByFiles(services, fixture.providerId)
      await takeStep(services, fixture.pay, batchId, 'transferring')
      await payDirectly(services, fixture.providerId)
      const read = await approvedPayments(services, BigInt(batchId))
      const unchanged = () =>
        services.database.transact((tx) => areUnchanged(tx, services, BigInt(batchId), read))
      expect(await unchanged()).toBe(true)
      await services.query(`insert into transfer_names (row_id, reference) values ($1, 'ANOTHER')`, [
        rowIds[0],
      ])
      expect(await unchanged()).toBe(false)
      await services.query('delete from transfer_names where row_id = $1', [rowIds[0]])
      expect(await unchanged()).toBe(true)
      expect(await makeBankFiles(services)).toBe(1)
    })
  })

  it('leaves the direct channel as it was', async () => {
    const fixture = await company()
    const payer = await signIn(services, fixture.pay)
    const { batchId } = await readyBatch(services, fixture, freshRows(1, { amount: '100.00' }))
    expect(await payer.answer('startPlan', { batchId })).toMatchObject({
      channel: 'direct',
      payingAccountId: 0,
    })
    await takeStep(services, fixture.pay, batchId, 'transferring')
    await sendAll(services)
    expect(await states(batchId)).toEqual(['succeeded'])
    expect((await payer.call('batchBankFiles', { batchId })).http).toBe(404)
  })

  it('refuses a start on another account than was shown', async () => {
    const fixture = await company()
    const { batchId } = await readyBatch(services, fixture, freshRows(1, { amount: '100.00' }))
    const accountId = await payByFiles(services, fixture.providerId)
    const payer = await signIn(services, fixture.pay)
    expect(await payer.answer('startPlan', { batchId })).toMatchObject({
      channel: 'file',
      payingAccountId: accountId,
      fileCount: 1,
      rowCount: 1,
      faultCount: 0,
      formatName: '通用代发（Excel）',
    })
    const start = (payAccountId: number) =>
      payer.wire('decideBatch', { opId: batchId, status: 5, ispass: 1, payAccountId })
    expectRefused(await start(0), 'paying-account-changed')
    expectRefused(await start(accountId + 1), 'paying-account-changed')
    expect((await start(accountId)).body.status).toBe(0)
    await workBankFiles(services)
    await payDirectly(services, fixture.providerId)
  })

  it('names the rows that its format cannot express, and starts nothing', async () => {
    const fixture = await company()
    const { batchId } = await readyBatch(services, fixture, [
      freshRow({ amount: '1.00' }),
      freshRow({ amount: '1.00', name: '张㐂' }),
    ])
    await payByFiles(services, fixture.providerId, 'icbc-payroll')
    const payer = await signIn(services, fixture.pay)
    const plan = await payer.answer('startPlan', { batchId })
    expect([plan.faultCount, plan.faults[0]?.what]).toEqual([
      1,
      { heading: '收款账户名称', fault: 'character', detail: '㐂' },
    ])
    expectRefused(await payer.wire('decideBatch', { opId: batchId, status: 5, ispass: 1 }), 'bank-file-rows')
    expect(await states(batchId)).toEqual([null, null])
    await payDirectly(services, fixture.providerId)
  })

  it.each(['general-xlsx', 'icbc-payroll', 'boc-payroll', 'pain.001.001.09', 'cmb-payroll'])(
    'writes %s',
    async (formatKey) => {
      const fixture = await company()
      const { files } = await madeFiles(services, fixture, freshRows(2, { amount: '100.00' }), formatKey)
      const bytes = await downloaded(services, files[0] ?? 0, fixture.pay)
      expect(bytes.length).toBeGreaterThan(100)
      if (formatKey === 'icbc-payroll')
        expect(new TextDecoder('gbk').decode(bytes)).toMatch(/^币种,序号,收款账号/)
      if (formatKey.startsWith('pain'))
        expect(bytes.toString()).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>200.00</CtrlSum>')
    },
  )
})

describe('the start of a file batch', () => {
  it('opens its cards before its transaction, and anew where a row was sealed since', async () => {
    const fixture = await company()
    const { batchId } = await readyBatch(services, fixture, freshRows(2, { amount: '1.00' }))
    expect(await openBefore(services, batchId)).toBeUndefined()
    const accountId = await payByFiles(services, fixture.providerId)
    const [before, rows] = await Promise.all([
      openBefore(services, batchId),
      services.database.read((tx) => payableRows(tx, batchId)),
    ])
    const opened: number[] = []
    const cipher = {
      ...services.cipher,
      openRows: (sealed: readonly string[]) => {
        opened.push(sealed.length)
        return services.cipher.openRows(sealed)
      },
    }
    const judge = (known: typeof before) =>
      services.database.read(async (tx) => {
        const account = await findPayingAccount(tx, accountId)
        return account && judgeBatch(tx, { ...services, cipher }, batchId, account, known)
      })
    expect([before?.digest, before?.cards.length]).toEqual([digestOf(rows), 2])
    expect(await judge(before)).toMatchObject({ rowCount: 2, faults: [] })
    expect(opened).toEqual([])
    expect(await judge({ digest: 'of other rows', cards: ['1', '2'] })).toMatchObject({ faults: [] })
    expect(opened).toEqual([2])
    await takeStep(services, fixture.pay, batchId, 'transferring')
    await workBankFiles(services)
    await payDirectly(services, fixture.providerId)
  })
})
