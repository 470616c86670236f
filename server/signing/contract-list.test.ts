// The list of personal contracts and its exports: states as the rules say, filters, masks, scopes and the audit log (D28, D33).

import * as XLSX from '@e965/xlsx'
import { CONTRACT_STATES, contractState } from '@paywages/domain/signing/personal-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { invitedPerson, registeredPerson, signedPerson } from '../testing/freelancers.ts'
import { storeBatch } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { stateOf } from './contract-list-store.ts'

let services: TestServices
let people: People
const clients = {} as Record<'admin' | 'managerA' | 'managerB' | 'payA1' | 'checkA1' | 'payA2', Client>

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  for (const account of ['admin', 'managerA', 'managerB', 'payA1', 'checkA1', 'payA2'] as const)
    clients[account] = await signIn(services, account)
})
afterAll(() => services.close())

const setLink = (linkId: number, change: string) =>
  services.query(`update signing_links set ${change} where link_id = $1`, [linkId])
const setContract = (contractId: number, change: string) =>
  services.query(`update personal_contracts set ${change} where contract_id = $1`, [contractId])

function rowsOf({ raw, http }: Reply): unknown[][] {
  expect(http).toBe(200)
  const book = XLSX.read(raw.rawPayload)
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet
  return XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' })
}

it('computes the same contract state in SQL as in the domain rule', async () => {
  const now = new Date('2026-03-16T02:00:00Z')
  const moment = fc.constantFrom(-1, 0, 1).map((ms) => new Date(now.getTime() + ms))
  const maybe = fc.option(moment, { nil: null, freq: 2 })
  const link = fc.record({
    expiresAt: moment,
    failedAttempts: fc.integer({ min: 0, max: 5 }),
    usedAt: maybe,
    revokedAt: maybe,
    replacedAt: maybe,
    terminatedAt: maybe,
  })
  const links = fc.sample(link, { numRuns: 2_000, seed: 7 })
  const found = await services.database.query(async (tx) => {
    const { rows } = await sql<{ state: string }>`
      select ${stateOf(now)} as state
      from (select j."expiresAt" as expires_at, j."failedAttempts" as failed_tries, j."usedAt" as used_at, j."revokedAt" as revoked_at,
          j."replacedAt" as replaced_at, j."terminatedAt" as ended_at
        from json_to_recordset(${JSON.stringify(links)}) as j("expiresAt" timestamptz, "failedAttempts" int, "usedAt" timestamptz,
          "revokedAt" timestamptz, "replacedAt" timestamptz, "terminatedAt" timestamptz)) l
        cross join lateral (select l.ended_at as terminated_at) c`.execute(tx)
    return rows.map(({ state }) => state)
  })
  expect(found).toEqual(links.map((one) => contractState(one, one.terminatedAt, now)))
  expect(new Set(found).size).toBe(CONTRACT_STATES.length)
})

describe('listing personal contracts', () => {
  it('lists invitations and contracts in scope, newest first, masked, with their state', async () => {
    const own = await openTestServices()
    try {
      const { providers } = await createPeople(own)
      const signed = await signedPerson(own, 'payA1')
      const invited = await invitedPerson(own, 'payA1')
      await invitedPerson(own, 'payA2')
      const payer = await signIn(own, 'payA1')
      const { rows, count } = await payer.answer('listContracts', {})
      expect(count).toBe(2)
      expect(rows).toMatchObject([
        { linkId: invited.link.linkId, contractId: null, contractNo: '', state: 'invited', fileUrl: '' },
        { contractId: signed.contractId, state: 'signed', textVersion: '1', address: '203.0.113.9' },
      ])
      const [first, second] = rows
      expect(first).toMatchObject({
        name: invited.name,
        idCardNo: `${invited.idCardNo.slice(0, 6)}********${invited.idCardNo.slice(-4)}`,
        phone: `${invited.phone.slice(0, 3)}****${invited.phone.slice(-4)}`,
        providerId: providers.A1,
        providerName: 'Provider A1',
        invitedBy: 'Name of payA1',
        invitedAt: own.clock.now(),
        expiresAt: invited.link.expiresAt,
        signedAt: null,
        notice: 'none',
      })
      expect(second?.fileUrl).toContain(signed.fileIds[0])
      expect(JSON.stringify(rows)).not.toContain(signed.idCardNo)
      expect((await payer.answer('listContracts', { index: 1, size: 1 })).rows).toMatchObject([
        { contractId: signed.contractId },
      ])
      expect((await (await signIn(own, 'managerA')).answer('listContracts', {})).count).toBe(3)
      expect((await (await signIn(own, 'managerB')).answer('listContracts', {})).count).toBe(0)
    } finally {
      await own.close()
    }
  })

  it('omits a replaced link', async () => {
    const { link, idCardNo } = await invitedPerson(services, 'payA1')
    await clients.payA1.answer('resendLink', { linkId: link.linkId })
    const { rows } = await clients.payA1.answer('listContracts', { idCardNo })
    expect(rows.map(({ linkId }) => linkId)).not.toContain(link.linkId)
    expect(rows).toHaveLength(1)
  })

  it('shows name and phone as signed, even if they changed since', async () => {
    const { userId, idCardNo, name, phone } = await signedPerson(services, 'payA1')
    await services.query(
      "update provider_freelancers set name = '改名', sealed_contact = $2 where freelancer_id = $1",
      [
        userId,
        services.cipher.sealFields(
          { phone: '13900000000', cardNo: '1' },
          'provider_freelancers.sealed_contact',
        ),
      ],
    )
    const { rows } = await clients.payA1.answer('listContracts', { idCardNo })
    expect(rows).toMatchObject([{ name, phone: `${phone.slice(0, 3)}****${phone.slice(-4)}` }])
  })

  it('filters by number, name, ID, state, provider, time and open flags', async () => {
    const signed = await signedPerson(services, 'payA1')
    const flagged = await signedPerson(services, 'payA1')
    const ended = await signedPerson(services, 'payA2')
    const locked = await invitedPerson(services, 'payA1')
    const names: [number, string][] = [
      [signed.contractId, '钟离甲'],
      [flagged.contractId, '钟离乙'],
      [ended.contractId, '钟离丙'],
    ]
    for (const [contractId, name] of names) await setContract(contractId, `name = '${name}'`)
    await services.query("update provider_freelancers set name = '钟离丁' where freelancer_id = $1", [
      locked.userId,
    ])
    await setContract(flagged.contractId, "flags = '{shared-device}', signed_at = '2026-03-20T00:00:00Z'")
    await setContract(
      signed.contractId,
      "contract_no = 'GR-ONE-1', flags = '{console-address}', checked_at = now(), checked_by = 1",
    )
    await setContract(
      ended.contractId,
      `terminated_at = now(), terminated_by = ${people.accounts.managerA}, termination_reason = '离职'`,
    )
    await setLink(locked.link.linkId, 'failed_tries = 5')
    const found = async (
      input: Parameters<Client['answer']>[1],
      account: 'managerA' | 'payA1' = 'managerA',
    ) => {
      const { rows, count } = await clients[account].answer('listContracts', {
        name: '钟离',
        ...(input as object),
      })
      expect(count).toBe(rows.length)
      return rows.map(({ name }) => name.slice(2)).sort()
    }
    expect(await found({})).toEqual(['丁', '丙', '乙', '甲'])
    expect(await found({}, 'payA1')).toEqual(['丁', '乙', '甲'])
    expect(await found({ contractNo: 'ONE' })).toEqual(['甲'])
    expect(await found({ contractNo: '_' })).toEqual([])
    expect(await found({ idCardNo: flagged.idCardNo.toLowerCase() })).toEqual(['乙'])
    expect(await found({ idCardNo: flagged.idCardNo.slice(0, 8) })).toEqual([])
    expect(await found({ state: '-1' })).toHaveLength(4)
    expect(await found({ state: '1' })).toEqual(['乙', '甲'])
    expect(await found({ state: '4' })).toEqual(['丁'])
    expect(await found({ state: '5' })).toEqual(['丙'])
    expect(await found({ flagged: '1' })).toEqual(['乙'])
    expect(await found({ flagged: '0' })).toHaveLength(4)
    expect(await found({ userId: locked.userId })).toEqual(['丁'])
    expect(await found({ contractId: flagged.contractId })).toEqual(['乙'])
    expect(await found({ contractId: ended.contractId }, 'payA1')).toEqual([])
    expect(await found({ providerId: people.providers.A2 })).toEqual(['丙'])
    expect(await found({ from: new Date('2026-03-20T00:00:00Z') })).toEqual(['乙'])
    expect(await found({ to: new Date('2026-03-20T00:00:00Z') })).toEqual(['丁', '丙', '甲'])
    const { rows } = await clients.managerA.answer('listContracts', { name: '钟离丙' })
    expect(rows).toMatchObject([{ endReason: '离职', state: 'terminated', endedBy: 'Name of managerA' }])
    expect(rows[0]?.endedAt).toBeInstanceOf(Date)
    expect((await clients.payA1.call('listContracts', { providerId: people.providers.A2 })).http).toBe(404)
  })

  it('shows who revoked an invitation and who checked a flag, and when', async () => {
    const revoked = await invitedPerson(services, 'payA1')
    await clients.payA1.answer('revokeLink', { linkId: revoked.link.linkId, reason: '发错人' })
    const flagged = await signedPerson(services, 'payA1')
    await setContract(flagged.contractId, "flags = '{shared-device}'")
    await clients.managerA.answer('checkFlags', { contractId: flagged.contractId, note: '已确认' })
    const rowOf = async (idCardNo: string) =>
      (await clients.payA1.answer('listContracts', { idCardNo })).rows[0]
    const at = services.clock.now()
    expect(await rowOf(revoked.idCardNo)).toMatchObject({
      endedAt: at,
      endedBy: 'Name of payA1',
      endReason: '发错人',
      checkedBy: '',
    })
    expect(await rowOf(flagged.idCardNo)).toMatchObject({
      checkedAt: at,
      checkedBy: 'Name of managerA',
      checkNote: '已确认',
      endedAt: null,
      endedBy: '',
    })
  })

  it('shows the message status only when a gateway is configured', async () => {
    const { link, idCardNo } = await invitedPerson(services, 'payA1')
    await setLink(link.linkId, "notice = 'failed'")
    const notice = async () => (await clients.payA1.answer('listContracts', { idCardNo })).rows[0]?.notice
    expect(await notice()).toBe('none')
    services.sms.codesRequired = true
    try {
      expect(await notice()).toBe('failed')
    } finally {
      services.sms.codesRequired = false
    }
  })
})

const lastEntry = async (action: string) =>
  (
    await services.query(
      'select account, object_kind, object_id, provider_id from audit_entries where action = $1 order by entry_id desc limit 1',
      [action],
    )
  )[0]

it('exports the filtered personal contracts in full and writes an audit entry', async () => {
  const person = await signedPerson(services, 'payA1')
  await setContract(person.contractId, "name = '=1+1', flags = '{shared-device,console-address}'")
  const [titles, row, ...more] = rowsOf(
    await clients.checkA1.call('exportContracts', {
      idCardNo: person.idCardNo,
      providerId: people.providers.A1,
    }),
  )
  expect(more).toEqual([])
  expect(titles?.slice(0, 6)).toEqual(['合同编号', '合同状态', '姓名', '身份证号', '手机号', '供应商'])
  expect(row?.slice(1, 6)).toEqual(['已签署', "'=1+1", person.idCardNo, person.phone, 'Provider A1'])
  expect(row).toContain('同一设备多人签署；与后台登录地址相同')
  expect(await lastEntry('export-personal-contracts')).toEqual({
    account: 'checkA1',
    object_kind: 'personal-contracts',
    object_id: String(people.providers.A1),
    provider_id: people.providers.A1,
  })
  await clients.payA2.call('exportContracts', {})
  expect(await lastEntry('export-personal-contracts')).toMatchObject({ object_id: 'all' })
})

describe('exportLinks', () => {
  const exported = async (account: keyof typeof clients, input: object = {}) =>
    rowsOf(await clients[account].call('exportLinks', input)).slice(1)

  it('exports only open links in scope, with the full phone and a masked ID', async () => {
    const open = await invitedPerson(services, 'payA1')
    const shut = await Promise.all(
      ['failed_tries = 5', "expires_at = '2026-03-01'", 'used_at = now()', 'replaced_at = now()'].map(
        async (change) => {
          const one = await invitedPerson(services, 'payA1')
          await setLink(one.link.linkId, change)
          return one.name
        },
      ),
    )
    const foreign = await invitedPerson(services, 'payA2')
    const rows = await exported('payA1', { providerId: people.providers.A1 })
    expect(rows.find(([name]) => name === open.name)).toEqual([
      open.name,
      `${open.idCardNo.slice(0, 6)}********${open.idCardNo.slice(-4)}`,
      open.phone,
      expect.stringMatching(new RegExp(`^http://[^/]+/sign/${open.link.token}$`)),
      expect.stringMatching(/^2026-03-23 \d\d:\d\d:\d\d$/),
      'Provider A1',
    ])
    const names = rows.map(([name]) => name)
    for (const name of [...shut, foreign.name]) expect(names).not.toContain(name)
    expect((await exported('managerA')).map(([name]) => name)).toContain(foreign.name)
    expect(await lastEntry('export-signing-links')).toMatchObject({ account: 'managerA', object_id: 'all' })
  })

  it('exports only the people of a batch and answers 404 out of scope', async () => {
    const rows = [freshRow(), freshRow()]
    const { batchId } = await storeBatch(services, 'payA1', rows)
    await clients.payA1.answer('inviteBatch', { batchId })
    const names = (await exported('payA1', { batchId })).map(([name]) => String(name))
    expect(names.sort()).toEqual(rows.map(({ name }) => name).sort())
    expect(await lastEntry('export-signing-links')).toEqual({
      account: 'payA1',
      object_kind: 'payout-batch',
      object_id: String(batchId),
      provider_id: people.providers.A1,
    })
    for (const account of ['payA2', 'managerB'] as AccountName[])
      expect((await (await signIn(services, account)).call('exportLinks', { batchId })).http).toBe(404)
    const other = { batchId, providerId: people.providers.A2 }
    expect((await clients.managerA.call('exportLinks', other)).http).toBe(404)
  })
})

it('lists no person who was never invited', async () => {
  const { idCardNo } = await registeredPerson(services, 'payA1')
  expect((await clients.payA1.answer('listContracts', { idCardNo })).count).toBe(0)
})
