// Every cell of state × action × role through the calls: what may be done moves state, quota, history and log; what may not moves nothing (D30, D38).

import { APPLICATION_STATUSES, type ApplicationStatus } from '@paywages/domain/invoices/application-status.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { invoicedApplication, unattachedFile } from '../testing/invoices.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../testing/provider-fixture.ts'
import { storeApplication } from '../testing/stored-records.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  fixture = await openProviderFixture(services, people)
})
beforeEach(() => services.query('update invoice_accounts set applied_fen = 0, invoiced_fen = 0'))
afterAll(() => services.close())

const AMOUNT = 100_00n
const ACTIONS = ['agree', 'refuse', 'withdraw', 'enter-result', 'correct'] as const
type Action = (typeof ACTIONS)[number]
/** Of the application's provider, unless their name says otherwise. */
const WHO = [
  'applicant',
  'colleague',
  'manager',
  'superManager',
  'otherManager',
  'neighbour',
  'guest',
] as const
type Who = (typeof WHO)[number]

const accountOf = (who: Who): string =>
  ({
    applicant: fixture.pay,
    colleague: fixture.check,
    manager: 'managerA',
    superManager: 'admin',
    otherManager: 'managerB',
    neighbour: 'payA1',
    guest: 'guestA1',
  })[who]

async function applicationAt(status: ApplicationStatus): Promise<number> {
  if (status === 'invoiced')
    return invoicedApplication(services, fixture.pay, 'managerA', { amountFen: AMOUNT })
  return storeApplication(services, fixture.pay, { status, amountFen: AMOUNT })
}

async function act(client: Client, who: Who, action: Action, applicationId: number): Promise<Reply> {
  if (action === 'agree')
    return client.call('auditInvoice', { applicationId, agrees: true, reason: 'typed before' })
  if (action === 'refuse')
    return client.call('auditInvoice', { applicationId, agrees: false, reason: '抬头有误' })
  if (action === 'withdraw') return client.call('withdrawInvoice', { applicationId })
  const uploader = who === 'guest' ? 'managerA' : accountOf(who)
  const result = { applicationId, trackingNo: 'SF9', fileIds: [await unattachedFile(services, uploader)] }
  if (action === 'enter-result') return client.call('enterInvoiceResult', result)
  return client.call('correctInvoice', { ...result, reason: '单号填错' })
}

/** Everything that a step may move. */
async function currentFiles(applicationId: number) {
  const [application] = await services.query<Record<string, unknown>>(
    'select * from invoice_applications where application_id = $1',
    [applicationId],
  )
  const [account] = await services.query(
    'select applied_fen as applied, invoiced_fen as invoiced from invoice_accounts where provider_id = $1',
    [fixture.providerId],
  )
  const events = await services.query<{ kind: string; reason: string }>(
    'select kind, reason from invoice_events where application_id = $1 order by event_id',
    [applicationId],
  )
  const files = await services.query('select * from invoice_files where application_id = $1', [applicationId])
  const entries = await services.query<{ action: string }>(
    "select action from audit_entries where object_kind = 'invoice-application' and object_id = $1::text order by entry_id",
    [applicationId],
  )
  return { application, account, events, files, entries: entries.map(({ action }) => action) }
}

const FROM: Readonly<Record<Action, ApplicationStatus>> = {
  agree: 'pending',
  refuse: 'pending',
  withdraw: 'pending',
  'enter-result': 'invoicing',
  correct: 'invoiced',
}

const MANAGERS: readonly Who[] = ['manager', 'superManager', 'otherManager']
function codeFor(who: Who, action: Action, status: ApplicationStatus): string {
  if (who === 'guest') return '403 not-allowed'
  if (action !== 'withdraw' && !MANAGERS.includes(who)) return '403 not-allowed'
  if (who === 'otherManager' || who === 'neighbour') return '404 not-found'
  if (action === 'withdraw' && who !== 'applicant') return '403 not-applicant'
  return status === FROM[action] ? 'ok' : '409 state-changed'
}

const AFTER = {
  agree: {
    application: { status: 'invoicing', refuse_reason: '', withdrawn: false },
    account: { applied: AMOUNT, invoiced: 0n },
    event: { kind: 'agreed', reason: '' },
    entry: 'audit-invoice',
  },
  refuse: {
    application: { status: 'rejected', refuse_reason: '抬头有误', withdrawn: false },
    account: { applied: 0n, invoiced: 0n },
    event: { kind: 'refused', reason: '抬头有误' },
    entry: 'audit-invoice',
  },
  withdraw: {
    application: { status: 'rejected', refuse_reason: '申请人撤回', withdrawn: true, audited_at: null },
    account: { applied: 0n, invoiced: 0n },
    event: { kind: 'withdrawn', reason: '' },
    entry: 'withdraw-invoice',
  },
  'enter-result': {
    application: { status: 'invoiced', tracking_no: 'SF9', invoice_count: 1 },
    account: { applied: 0n, invoiced: AMOUNT },
    event: { kind: 'invoiced', reason: '' },
    entry: 'enter-invoice-result',
  },
  correct: {
    application: { status: 'invoiced', tracking_no: 'SF9' },
    account: { applied: 0n, invoiced: AMOUNT },
    event: { kind: 'corrected', reason: '单号填错' },
    entry: 'correct-invoice',
  },
} as const

const cells = ACTIONS.flatMap((action) =>
  APPLICATION_STATUSES.flatMap((status) => WHO.map((who) => ({ action, status, who }))),
)

describe('invoice steps by status and role', () => {
  it.each(cells)(
    'allows or rejects $action of a $status application by $who',
    async ({ action, status, who }) => {
      const applicationId = await applicationAt(status)
      const client = await signIn(services, accountOf(who))
      const before = await currentFiles(applicationId)
      const { http, body } = await act(client, who, action, applicationId)
      const after = await currentFiles(applicationId)
      expect(body.status === 0 ? 'ok' : `${http} ${body.code}`).toBe(codeFor(who, action, status))
      if (body.status !== 0) {
        expect(after).toEqual(before)
        return
      }
      const { application, account, event, entry } = AFTER[action]
      expect(after.application).toMatchObject(application)
      expect(after.account).toEqual(account)
      expect(after.events).toEqual([...before.events, event])
      expect(after.entries).toEqual([...before.entries, entry])
    },
  )
})

it('shows the whole history in the detail with who did what', async () => {
  const applicationId = await storeApplication(services, fixture.pay, { amountFen: AMOUNT })
  const manager = await signIn(services, 'managerA')
  for (const action of ['agree', 'enter-result', 'correct'] as const) {
    services.clock.advance(60_000)
    expect((await act(manager, 'manager', action, applicationId)).body.status).toBe(0)
  }
  const applicant = await signIn(services, fixture.pay)
  const detail = await applicant.answer('invoiceDetail', { applicationId })
  expect(detail.history.map(({ kind, account, reason }) => [kind, account, reason])).toEqual([
    ['applied', fixture.pay, ''],
    ['agreed', 'managerA', ''],
    ['invoiced', 'managerA', ''],
    ['corrected', 'managerA', '单号填错'],
  ])
  expect(detail).toMatchObject({ status: 'invoiced', trackingNo: 'SF9', invoiceCount: 1, withdrawn: false })
  expect(detail.files).toHaveLength(1)
  expect(detail.removedFiles).toHaveLength(1)
})

it.each(['', '   '])('rejects a refusal with reason %j', async (reason) => {
  const applicationId = await storeApplication(services, fixture.pay, { amountFen: AMOUNT })
  const manager = await signIn(services, 'managerA')
  const { http, body } = await manager.call('auditInvoice', { applicationId, agrees: false, reason })
  expect([http, body.code, body.errors]).toEqual([
    422,
    'invoice-refusal-reason',
    [{ field: 'refuseReason', msg: '请输入拒绝原因' }],
  ])
})
