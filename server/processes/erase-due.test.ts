import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealPerson } from '../freelancers/seal-person.ts'
import { registerPeople } from '../freelancers/store.ts'
import { verifyInvariants } from '../invariants/verify.ts'
import { usesOf } from '../keys/reseal.ts'
import { eraseDue } from '../retention/erase-due.ts'
import { actorOf } from '../testing/actor.ts'
import { type Client, signIn } from '../testing/client.ts'
import { sendInVain } from '../testing/doubted-transfer.ts'
import { registeredPerson, signedPerson } from '../testing/freelancers.ts'
import {
  payStored,
  registerBatches,
  settleAll,
  startStored,
  storeBatch,
  takeStep,
} from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { NO_CONTACT, type RetentionTests, retentionOf } from '../testing/retention.ts'
import { storeProof } from '../testing/tax.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'
import { sendWaiting } from '../transfers/send-transfers.ts'
import { RESEAL_TARGETS } from './reseal-targets.ts'

let services: TestServices
let retention: RetentionTests

beforeAll(async () => {
  services = await openTestServices()
  retention = retentionOf(services, await createPeople(services))
})
afterAll(() => services.close())

const PAID_ON = '2026-03'
async function foundBy(client: Client, providerId: number, onDay?: string) {
  const people = await client.answer('retentionPreview', { providerId, day: onDay })
  const batches = await client.answer('retentionPreview', { providerId, day: onDay, part: 'batches' })
  return [...people.rows, ...batches.rows].map(({ kind, subjectId, block }) => [kind, subjectId, block])
}

/** Money of tests was never recharged, and their cluster gives durability up. */
const findings = async () =>
  (await verifyInvariants(services, { bankDays: 0 })).filter(
    ({ invariant, what }) => invariant !== 'I9' && !/^recharge \d+ is 0 fen/.test(what),
  )

describe('people', () => {
  it('lose phone and card the day after the period, and are known anew by the next sheet', async () => {
    const { pay, providerId } = await retention.fixture()
    const person = await registeredPerson(services, pay)
    const { person: by } = await actorOf(services, pay)
    const source = { at: services.clock.now(), accountId: by.accountId, batchId: null }
    const { name, idCardNo } = person
    const known = { name, idCardNo, phone: '13900001111', cardNo: freshRow().cardNo, bank: '招商银行' }
    const register = (at: Date) =>
      services.database.transact((tx) =>
        registerPeople(tx, services.cipher, providerId, [sealPerson(services.cipher, known)], {
          ...source,
          at,
        }),
      )
    await register(source.at)
    services.clock.set(new Date('2029-03-16T10:00:00+08:00'))
    await retention.lookBefore()
    expect(await eraseDue(services)).toMatchObject({ erased: 0 })
    expect(await retention.contactOf(person)).toMatchObject({ phone: '13900001111' })

    await retention.eraseIn(3)
    expect(await retention.contactOf(person)).toEqual(NO_CONTACT)
    const changes = await services.query<{ sealed_before: string }>(
      'select sealed_before from contact_changes where provider_id = $1',
      [providerId],
    )
    expect(
      changes.map((one) => services.cipher.openFields(one.sealed_before, 'contact_changes.sealed')),
    ).toEqual([NO_CONTACT])
    const [entry] = await retention.entriesOf(providerId)
    expect(entry?.after).toMatchObject({ retentionKind: 'contact', count: 1, erasedIds: [person.userId] })

    const admin = await signIn(services, 'admin')
    const { rows } = await admin.answer('listFreelancers', { providerId })
    expect(rows).toMatchObject([{ name, phone: '' }])

    // What was erased is no earlier phone or card: nobody is told of a change.
    expect(await register(services.clock.now())).toEqual([])
    expect(await retention.contactOf(person)).toMatchObject({ phone: '13900001111' })
  })

  it('lose images after three years and the paper after ten, with its digest kept', async () => {
    const { pay, providerId } = await retention.fixture()
    const signed = await signedPerson(services, pay)
    const [pdf = '', ...images] = signed.fileIds
    const filesLeft = async () =>
      (
        await services.query<{ id: string; state: string; sha256: string }>(
          'select file_id as id, state, sha256 from files where file_id = any($1)',
          [signed.fileIds],
        )
      ).map(({ id, state, sha256 }) => ({ id, state, proved: sha256.length === 64 }))
    await retention.eraseIn(3)
    expect(await filesLeft()).toEqual([{ id: pdf, state: 'stored', proved: true }])
    for (const fileId of images) expect(await services.files.get(`files/${fileId}`)).toBeUndefined()

    await retention.eraseIn(10)
    // A contract in force keeps its paper.
    expect((await filesLeft())[0]?.state).toBe('stored')
    await retention.endContract(signed.contractId)
    await retention.eraseIn(10)
    expect(await filesLeft()).toEqual([{ id: pdf, state: 'erased', proved: true }])
    expect(await services.files.get(`files/${pdf}`)).toBeUndefined()
    const [contract] = await services.query<{ sealed_person: string; address: string; digest: string }>(
      'select sealed_person, address, digest from personal_contracts where contract_id = $1',
      [signed.contractId],
    )
    expect(
      services.cipher.openFields(contract?.sealed_person ?? '', 'personal_contracts.sealed_person'),
    ).toEqual({
      idCardNo: '',
      phone: '',
    })
    expect([contract?.address, contract?.digest]).toEqual(['', 'digest'])
    const payer = await signIn(services, pay)
    expect((await payer.call('downloadFile', { fileId: pdf })).http).toBe(404)
    expect((await payer.call('downloadContracts', { contractIds: [signed.contractId] })).http).toBe(404)
    const [listed] = (await payer.call('listContracts', {})).body.data as {
      fileUrl: string
      uphone: string
    }[]
    expect(listed).toMatchObject({ fileUrl: '', uphone: '' })
    expect((await retention.entriesOf(providerId)).map(({ after }) => after.retentionKind)).toContain(
      'personal-contract',
    )
  })

  it('stay while a payout is in doubt, its month open, or somebody holds them', async () => {
    const { pay, providerId } = await retention.fixture()
    const { batchId, rows } = await storeBatch(services, pay)
    await registerBatches(services)
    await startStored(services, batchId)
    await sendInVain(services, 'lost-answer')
    const admin = async () => signIn(services, 'admin')
    const blocks = async () =>
      (await foundBy(await admin(), providerId))
        .filter(([kind]) => kind === 'contact')
        .map((found) => found[2])

    await retention.eraseIn(3)
    expect(await blocks()).toEqual(['under-way'])
    services.clock.set(MONDAY)
    await settleAll(services)
    await retention.eraseIn(3)
    expect(await blocks()).toEqual(['open-month'])
    await storeProof(services, providerId, PAID_ON)
    const userId = Number(
      (
        await services.query<{ id: string }>(
          'select freelancer_id as id from provider_freelancers where provider_id = $1',
          [providerId],
        )
      )[0]?.id,
    )
    await retention.goTo(3)
    const placer = await signIn(services, 'managerA')
    expect((await placer.call('placeHold', { providerId, userId, reason: '仲裁' })).http).toBe(200)
    await retention.eraseIn(3)
    expect(await blocks()).toEqual(['hold'])
    expect(await retention.contactOf({ providerId, userId })).toMatchObject({ phone: rows[0]?.phone })
    const { holds } = await (await admin()).answer('retentionDetail', { providerId })
    const lift = { providerId, holdId: holds[0]?.holdId ?? 0, reason: '仲裁已结' }
    expect((await (await admin()).call('liftHold', lift)).http).toBe(200)
    expect(await blocks()).toEqual([null])
    await retention.eraseIn(3)
    expect(await retention.contactOf({ providerId, userId })).toEqual(NO_CONTACT)
    expect(await blocks()).toEqual([])
  })
})

describe('batches', () => {
  it('lose their numbers when their accounting year is thirty years old, and stay provable', async () => {
    const { pay, providerId } = await retention.fixture()
    const paid = await storeBatch(services, pay, freshRows(3))
    await registerBatches(services)
    await payStored(services, paid.batchId)
    await settleAll(services)
    await storeProof(services, providerId, PAID_ON)
    const before = await findings()
    // The year of a payout in March ends in December.
    await retention.eraseIn(30)
    const keyOf = async () =>
      (
        await services.query<{ id: string; bytes: number }>(
          'select data_key_id as id, length(data_key) as bytes from payout_batches where batch_id = $1',
          [paid.batchId],
        )
      )[0]
    expect((await keyOf())?.bytes).toBeGreaterThan(0)
    await retention.eraseIn(31)
    expect(await keyOf()).toEqual({ id: 'erased', bytes: 0 })
    expect(await findings()).toEqual(before)

    const payer = await signIn(services, pay)
    const { rows } = await payer.answer('batchRows', { batchId: paid.batchId })
    expect(rows.map(({ name, idCardNo, cardNo }) => [name, idCardNo, cardNo])).toEqual(
      paid.rows.map(({ name }) => [name, '', '']),
    )
    const sheet = await payer.call('exportBatch', { batchId: paid.batchId })
    expect(sheet.http).toBe(200)
    const uses = await usesOf(services, RESEAL_TARGETS)
    for (const { byKey } of uses) expect([...byKey.keys()]).not.toContain('erased')
  })

  it('that were never paid lose them after a year, those that wait do not', async () => {
    const { pay, providerId } = await retention.fixture()
    const refused = await storeBatch(services, pay)
    const waiting = await storeBatch(services, pay)
    await takeStep(services, pay, refused.batchId, 'audit-rejected')
    await retention.eraseIn(1)
    const admin = await signIn(services, 'admin')
    expect(await foundBy(admin, providerId)).toEqual([['unpaid-numbers', waiting.batchId, 'under-way']])
    const [entry] = await retention.entriesOf(providerId)
    expect(entry?.after).toMatchObject({ retentionKind: 'unpaid-numbers', erasedIds: [refused.batchId] })
  })

  it('of one person who is held keep the numbers of all', async () => {
    const { pay, providerId } = await retention.fixture()
    const mine = freshRow()
    const held = await storeBatch(services, pay, [mine, freshRow()])
    await registerBatches(services)
    const [one] = await services.query<{ id: string }>(
      `select k.freelancer_id as id from known_people k join payout_rows r on r.id_hash = k.id_hash and r.row_number = 2
       where k.provider_id = $1 and r.batch_id = $2`,
      [providerId, held.batchId],
    )
    const placer = await signIn(services, 'managerA')
    await placer.answer('placeHold', { providerId, userId: Number(one?.id), reason: '诉讼' })
    await takeStep(services, pay, held.batchId, 'audit-rejected')
    await retention.eraseIn(1)
    const admin = await signIn(services, 'admin')
    expect(await foundBy(admin, providerId)).toEqual([['unpaid-numbers', held.batchId, 'hold']])
  })
})

it('nothing is paid to nobody: orders without a card are not sent, failed rows not copied', async () => {
  const { pay } = await retention.fixture()
  const erase = (batchId: number) =>
    services.query(`update payout_batches set data_key = '', data_key_id = 'erased' where batch_id = $1`, [
      batchId,
    ])
  const failed = await storeBatch(services, pay, [freshRow({ cardNo: '6222021202000020001' })])
  await startStored(services, failed.batchId)
  await settleAll(services)
  await erase(failed.batchId)
  const payer = await signIn(services, pay)
  const copied = await payer.call('copyFailedRows', { batchId: failed.batchId })
  expect([copied.http, copied.body.msg]).toEqual([
    422,
    '该批次的证件号与卡号已按保存期限清除，请重新上传发放表',
  ])

  const started = await storeBatch(services, pay)
  await startStored(services, started.batchId)
  await erase(started.batchId)
  const heard = services.bank.records.size
  expect(await sendWaiting(services)).toBe(0)
  expect(services.bank.records.size).toBe(heard)
  const paused = 'select 1 from transfer_queues where batch_id = $1 and paused_at is not null'
  expect(await services.query(paused, [started.batchId])).toHaveLength(1)
})
