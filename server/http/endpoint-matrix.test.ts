// Every declared call × every role × every state of a session × other people's ids (D2, D9–D11, D38).

import type { Endpoint, RecordKind } from '@paywages/wire/endpoint.ts'
import { type EndpointName, endpoints, everyEndpoint } from '@paywages/wire/endpoints.ts'
import { REVEAL_KINDS } from '@paywages/wire/personal/endpoints.ts'
import { refusals } from '@paywages/wire/refusals.ts'
import type { Fields } from '@paywages/wire/shape.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, clientOf, encodeInput, type Reply, signIn } from '../testing/client.ts'
import { GOOD_INPUT, goodFieldsOf, liftHold, openSamples, type Samples } from '../testing/endpoint-samples.ts'
import { FOREIGN_ID } from '../testing/foreign-ids.ts'
import { createAccount, OF_ROLE, ROLES, type Role } from '../testing/people.ts'
import { madeOnce, shareSamples } from '../testing/shared-samples.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

const EVERYONE: readonly Role[] = ['super', 'manager', 'pay', 'check', 'guest']
const CONSOLE: readonly Role[] = ['super', 'manager', 'pay', 'check']
const MANAGERS: readonly Role[] = ['super', 'manager']
const SUPER: readonly Role[] = ['super']
const PAYERS: readonly Role[] = ['pay']
const DECIDERS: readonly Role[] = ['pay', 'check']
const REVIEWERS: readonly Role[] = ['super', 'check']
const NOT_CHECK: readonly Role[] = ['super', 'manager', 'pay']
const INVITERS = NOT_CHECK
const CONFIRMERS: readonly Role[] = ['super', 'manager', 'check']

/** Who may make which call (D38), written out by hand: a new call without a row does not compile. */
const MAY_CALL: Readonly<Record<EndpointName, readonly Role[]>> = {
  login: EVERYONE,
  logout: EVERYONE,
  currentUser: EVERYONE,
  changePassword: EVERYONE,
  brand: EVERYONE,
  mySessions: CONSOLE,
  endSession: CONSOLE,
  endOtherSessions: CONSOLE,
  accountSessions: MANAGERS,
  endAccountSessions: MANAGERS,
  myFactors: CONSOLE,
  giveCode: EVERYONE,
  askPasskey: EVERYONE,
  givePasskey: EVERYONE,
  askKeySignature: CONSOLE,
  startPasskey: CONSOLE,
  addPasskey: CONSOLE,
  removePasskey: CONSOLE,
  startTotp: CONSOLE,
  confirmTotp: CONSOLE,
  removeTotp: CONSOLE,
  renewRecoveryCodes: CONSOLE,
  addAccount: MANAGERS,
  listAccounts: MANAGERS,
  accountDetail: MANAGERS,
  updateAccount: MANAGERS,
  setAccountStatus: MANAGERS,
  resetPassword: MANAGERS,
  resetFactor: MANAGERS,
  listProposals: MANAGERS,
  confirmProposal: MANAGERS,
  refuseProposal: MANAGERS,
  askConfirmationSignature: MANAGERS,
  withdrawProposal: MANAGERS,
  attachToProposal: MANAGERS,
  readNotices: CONSOLE,
  basicInfo: CONSOLE,
  addProvider: SUPER,
  updateProvider: SUPER,
  setProviderStatus: SUPER,
  providerNames: CONSOLE,
  listProviders: SUPER,
  providerInfo: SUPER,
  listPolicies: MANAGERS,
  listFloors: SUPER,
  providerPolicy: MANAGERS,
  platformPolicy: SUPER,
  changeProviderPolicy: MANAGERS,
  changePlatformPolicy: SUPER,
  listRetention: MANAGERS,
  retentionDetail: MANAGERS,
  retentionPreview: MANAGERS,
  changeRetention: MANAGERS,
  placeHold: MANAGERS,
  liftHold: MANAGERS,
  payerOfProvider: CONSOLE,
  listPlatforms: CONSOLE,
  platformsOfProvider: CONSOLE,
  addPlatform: SUPER,
  listAudit: MANAGERS,
  uploadSheet: PAYERS,
  uploadProgress: PAYERS,
  askColumns: PAYERS,
  listLayouts: MANAGERS,
  deleteLayout: MANAGERS,
  listBatches: CONSOLE,
  batchHead: CONSOLE,
  batchRows: CONSOLE,
  exportBatch: CONSOLE,
  rowTax: CONSOLE,
  exportFailedRows: CONSOLE,
  copyFailedRows: PAYERS,
  payDetails: CONSOLE,
  payDetailCounts: CONSOLE,
  payoutRecord: CONSOLE,
  downloadDetails: CONSOLE,
  batchProgress: CONSOLE,
  transferHistory: CONSOLE,
  pendingTransfers: CONSOLE,
  proposeResolution: MANAGERS,
  decideResolution: ['super', 'check'],
  unknownDebits: CONSOLE,
  startPlan: PAYERS,
  batchBankFiles: CONSOLE,
  downloadBankFile: PAYERS,
  submitBankFile: PAYERS,
  importBankResult: PAYERS,
  bankResultLines: CONSOLE,
  assignResultLines: PAYERS,
  decideBankResult: DECIDERS,
  askFileWithdrawal: DECIDERS,
  decideFileWithdrawal: DECIDERS,
  lookIntoContradictions: MANAGERS,
  listPayingAccounts: MANAGERS,
  listBankFormats: MANAGERS,
  changePayingAccount: MANAGERS,
  changeAccountChoice: MANAGERS,
  releaseBankFiles: MANAGERS,
  readBankTemplate: MANAGERS,
  testBankFormat: MANAGERS,
  previewBankFormat: MANAGERS,
  proposeBankFormat: MANAGERS,
  withdrawBankFormat: MANAGERS,
  acceptedOrdersHold: CONSOLE,
  releaseSending: SUPER,
  proposeDebit: MANAGERS,
  decideDebit: ['super', 'check'],
  batchRisks: DECIDERS,
  compareBatch: CONSOLE,
  compareRows: CONSOLE,
  clearPairs: MANAGERS,
  decideBatch: DECIDERS,
  askSignature: DECIDERS,
  withdrawBatch: DECIDERS,
  scheduleBatch: PAYERS,
  cancelSchedule: NOT_CHECK,
  switchRows: PAYERS,
  addLimitUser: CONSOLE,
  listLimitUsers: CONSOLE,
  removeLimitUser: MANAGERS,
  listFreelancers: CONSOLE,
  exportFreelancers: CONSOLE,
  freelancerDetail: CONSOLE,
  contactChanges: CONSOLE,
  addFreelancers: NOT_CHECK,
  importFreelancers: NOT_CHECK,
  correctName: MANAGERS,
  uploadReceipt: NOT_CHECK,
  addRecharge: NOT_CHECK,
  listRecharges: CONSOLE,
  allRecharges: CONSOLE,
  rechargeDetail: CONSOLE,
  auditRecharge: ['super', 'manager', 'check'],
  askApprovalSignature: ['super', 'manager', 'check'],
  withdrawRecharge: CONSOLE,
  rechargeMoney: CONSOLE,
  pendingRecharges: CONSOLE,
  listReceivers: CONSOLE,
  askReversal: REVIEWERS,
  decideReversal: REVIEWERS,
  uploadReceiverStatement: MANAGERS,
  listCredits: MANAGERS,
  creditCandidates: MANAGERS,
  chooseCredit: MANAGERS,
  moneyView: CONSOLE,
  providerMoney: CONSOLE,
  moneyDays: CONSOLE,
  exportMoneyView: CONSOLE,
  fundFlow: CONSOLE,
  batchFlow: CONSOLE,
  flowPeople: CONSOLE,
  exportFundFlow: CONSOLE,
  fundStatement: CONSOLE,
  uploadStatements: PAYERS,
  listStatements: CONSOLE,
  statementDetail: CONSOLE,
  statementLines: CONSOLE,
  lineCandidates: CONSOLE,
  chooseRow: PAYERS,
  relinkStatement: PAYERS,
  unlistedRows: CONSOLE,
  unreadRows: CONSOLE,
  exportUnread: CONSOLE,
  payoutReceipt: CONSOLE,
  payoutEvidence: CONSOLE,
  batchEvidence: CONSOLE,
  revealPersonal: CONSOLE,
  uploadFile: CONSOLE,
  downloadFile: CONSOLE,
  openLink: EVERYONE,
  sendCode: EVERYONE,
  identifySigner: EVERYONE,
  storePhoto: EVERYONE,
  completeSigning: EVERYONE,
  signedCopy: EVERYONE,
  workbench: CONSOLE,
  todos: CONSOLE,
  recentBatches: CONSOLE,
  invitePeople: INVITERS,
  inviteListed: INVITERS,
  inviteBatch: INVITERS,
  showLink: INVITERS,
  resendLink: INVITERS,
  revokeLink: INVITERS,
  exportLinks: INVITERS,
  listContracts: CONSOLE,
  exportContracts: CONSOLE,
  downloadContracts: CONSOLE,
  terminateContract: MANAGERS,
  checkFlags: MANAGERS,
  deleteImages: MANAGERS,
  listServiceItems: CONSOLE,
  addServiceItem: MANAGERS,
  listCategories: CONSOLE,
  addCategory: MANAGERS,
  updateCategory: MANAGERS,
  setCategoryStatus: MANAGERS,
  exportCategories: MANAGERS,
  stockAnswer: CONSOLE,
  listStock: CONSOLE,
  saveStock: MANAGERS,
  exportStock: CONSOLE,
  listInvoices: CONSOLE,
  invoiceDetail: CONSOLE,
  invoiceQuota: CONSOLE,
  addInvoice: DECIDERS,
  auditInvoice: MANAGERS,
  withdrawInvoice: CONSOLE,
  enterInvoiceResult: MANAGERS,
  correctInvoice: MANAGERS,
  downloadInvoiceFiles: CONSOLE,
  exportInvoices: CONSOLE,
  listEnterpriseContracts: CONSOLE,
  enterpriseContractDetail: CONSOLE,
  lackingContracts: MANAGERS,
  generateEnterpriseContracts: MANAGERS,
  saveEnterpriseContract: MANAGERS,
  downloadEnterpriseContract: CONSOLE,
  exportEnterpriseContracts: CONSOLE,
  listFilings: CONSOLE,
  downloadDeclaration: ['super', 'manager', 'pay'],
  listCorrections: CONSOLE,
  fileCorrection: MANAGERS,
  downloadCorrectedMonth: ['super', 'manager', 'pay'],
  previewImports: NOT_CHECK,
  downloadImport: NOT_CHECK,
  markPeopleCollected: NOT_CHECK,
  downloadPlatformReport: MANAGERS,
  highEarners: MANAGERS,
  downloadVatReport: MANAGERS,
  listProofs: CONSOLE,
  proofDetail: CONSOLE,
  monthsToProve: MANAGERS,
  generateProofs: MANAGERS,
  uploadProof: NOT_CHECK,
  rejectProof: MANAGERS,
  exportProofs: CONSOLE,
  taxTrial: CONSOLE,
  trialTerms: CONSOLE,
  generateStatements: MANAGERS,
  listStatementsOfPeople: CONSOLE,
  exportStatementsOfPeople: CONSOLE,
  downloadStatementsOfPeople: CONSOLE,
  generateYearStatements: MANAGERS,
  yearJob: MANAGERS,
  cancelYearJob: MANAGERS,
  listYearStatements: CONSOLE,
  exportYearStatements: CONSOLE,
  downloadYearStatements: CONSOLE,
  yearVersions: CONSOLE,
  downloadYearVersion: CONSOLE,
  listAdjustments: CONSOLE,
  exportAdjustments: CONSOLE,
  proposeAdjustment: NOT_CHECK,
  importAdjustments: NOT_CHECK,
  confirmAdjustments: CONFIRMERS,
  rejectAdjustments: CONFIRMERS,
  withdrawAdjustment: NOT_CHECK,
}
const WHILE_FIRST_PASSWORD: readonly EndpointName[] = ['currentUser', 'logout', 'changePassword', 'giveCode']
/** Needed before it as well; somebody without a passkey is told so. */
const WITHOUT_PASSKEY: Partial<Record<EndpointName, string>> = {
  askPasskey: 'no-factor',
  givePasskey: 'passkey-refused',
}

let services: TestServices
let samples: Samples
/** For calls that only read. */
let shared: Samples

beforeAll(async () => {
  // The largest recharges need a manager.
  services = await openTestServices({ settings: { UNMATCHED_RECHARGE_YUAN: '999999999' } })
  samples = await openSamples(services)
  shared = shareSamples(samples)
})
afterAll(() => services.close())

const names = everyEndpoint().map(([name]) => name)
const guarded = names.filter((name) => endpoints[name].right !== 'public')

const goodFields = (name: EndpointName, role?: Role) =>
  goodFieldsOf(endpoints[name].method === 'GET' ? shared : samples, name, role)

/** For calls that must be refused: their records are used by none of them, so one set serves all roles. */
const unusedFields = madeOnce((name: EndpointName) => goodFieldsOf(samples, name))
/** The same in the code's own names. */
const unusedInput = madeOnce(async (name: EndpointName) => GOOD_INPUT[name](samples, 'super') as unknown)

/** What the audit log, the balance of rights and the accounts hold, to see that a refused call changed nothing. */
async function refusedRights(): Promise<number> {
  const [row] = await services.query<{ n: number }>(
    "select count(*)::int as n from audit_entries where action = 'right-refused'",
  )
  return row?.n ?? 0
}

describe.each(guarded)('endpoint %s', (name) => {
  it('answers HTTP 401 with status 301 when not logged in', async () => {
    const { http, body } = await clientOf(services).wire(name, await unusedFields(name))
    expect([http, body]).toEqual([401, { status: 301, code: 'not-logged-in', msg: '请先登录', data: null }])
  })

  it('answers HTTP 401 with status 302 when the session has ended or the token is made up', async () => {
    const client = await signIn(services, 'admin')
    await client.call('logout', {})
    const fields = await unusedFields(name)
    for (const ended of [client, clientOf(services, 'x'.repeat(43))]) {
      const { http, body } = await ended.wire(name, fields)
      expect([http, body.status, body.code]).toEqual([401, 302, 'session-ended'])
    }
  })

  it('is blocked until the first password change, unless needed for it', async () => {
    const accountId = await samples.account('A1')
    await services.query(
      'update accounts set must_change_password = true, pay_right = false, manager = true, super_manager = true where account_id = $1',
      [accountId],
    )
    const [{ account } = { account: '' }] = await services.query<{ account: string }>(
      'select account from accounts where account_id = $1',
      [accountId],
    )
    const allowed = WHILE_FIRST_PASSWORD.includes(name)
    const fields = await (allowed ? goodFields(name) : unusedFields(name))
    const { http, body } = await (await signIn(services, account)).wire(name, fields)
    if (allowed) expect(body.status).toBe(0)
    else if (WITHOUT_PASSKEY[name]) expect(body.code).toBe(WITHOUT_PASSKEY[name])
    else expect([http, body.code]).toEqual([403, 'must-change-passwd'])
  })

  it.each(ROLES)('answers %s according to the matrix of rights', async (role) => {
    const client = await signIn(services, OF_ROLE[role])
    const allowed = MAY_CALL[name].includes(role)
    const fields = await (allowed ? goodFields(name, role) : unusedFields(name))
    const before = await refusedRights()
    const { http, body } = await client.wire(name, fields)
    if (allowed) {
      expect({ http, ...body }).toMatchObject({ http: 200, status: 0 })
      expect(await refusedRights()).toBe(before)
    } else {
      const { msg } = refusals['not-allowed']
      expect([http, body]).toEqual([403, { status: 403, code: 'not-allowed', msg, data: null }])
      expect(await refusedRights()).toBe(before + 1)
    }
  })
})

it('logs in the audit log who was refused which call', async () => {
  await (await signIn(services, 'checkA2')).wire('addPlatform', {})
  const [entry] = await services.query(
    "select account, result, object_kind, object_id, provider_id from audit_entries where account = 'checkA2' and action = 'right-refused'",
  )
  expect(entry).toEqual({
    account: 'checkA2',
    result: 'refused',
    object_kind: 'call',
    object_id: 'addPlatform',
    provider_id: samples.people.providers.A2,
  })
})

describe('record ids outside the scope', () => {
  beforeEach(() => liftHold(services))

  type Whose = 'A2' | 'B1' | 'none'
  const NEIGHBOURS: Readonly<Record<Role, readonly ('A2' | 'B1')[]>> = {
    super: [],
    manager: ['B1'],
    pay: ['A2', 'B1'],
    check: ['A2', 'B1'],
    guest: [],
  }
  type ById = { name: EndpointName; role: Role; at: string; kind: RecordKind; kindAt?: string }

  /** A call that asks for the kind as well is tried with every kind it takes. */
  function recordsOf(name: EndpointName): Omit<ById, 'role'>[] {
    const { scope }: Endpoint = endpoints[name]
    const at = scope.rule === 'record' ? scope.at : scope.rule === 'list' ? scope.provider : undefined
    if (at === undefined) return []
    if (scope.rule !== 'record') return [{ name, at, kind: 'provider' }]
    if ('kind' in scope) return [{ name, at, kind: scope.kind }]
    return REVEAL_KINDS.map((kind) => ({ name, at, kind, kindAt: scope.kindAt }))
  }
  const byId: ById[] = guarded.flatMap((name) =>
    recordsOf(name).flatMap((record) => MAY_CALL[name].map((role) => ({ ...record, role }))),
  )

  const foreignId = madeOnce((kind: RecordKind, which: Whose) => FOREIGN_ID[kind][which](samples))

  /** The call's good request with another id in it: alone and beside the good ones where it takes several. */
  async function answersTo(client: Client, { name, at, kind, kindAt }: ById, which: Whose) {
    const input = { ...((await unusedInput(name)) as Record<string, unknown>) }
    if (kindAt !== undefined) input[kindAt] = kind
    const id = await foreignId(kind, which)
    const good = input[at]
    const one = typeof good === 'string' ? String(id) : id
    const values = Array.isArray(good) ? [[id], [...good, id], [id, ...good]] : [one]
    const answers: Pick<Reply, 'http' | 'body'>[] = []
    for (const value of values) {
      const { http, body } = await client.wire(name, encodeInput(name, { ...input, [at]: value } as never))
      answers.push({ http, body })
    }
    return answers
  }

  it.each(byId)(
    '$name as $role answers 404 for a foreign $kind exactly as for a missing one',
    async (call) => {
      const client = await signIn(services, OF_ROLE[call.role])
      const { msg } = refusals['not-found']
      const gone = { http: 404, body: { status: 404, code: 'not-found', msg, data: null } }
      for (const which of ['none', ...NEIGHBOURS[call.role]] as const) {
        const answers = await answersTo(client, call, which)
        expect(answers).toEqual(answers.map(() => gone))
      }
    },
  )

  it.each(byId.filter(({ role }) => role === 'pay'))(
    '$name answers 400 or 404 for an id beyond the integer range',
    async ({ name, at }) => {
      const client = await signIn(services, 'payA1')
      const good = await unusedFields(name)
      const field = fieldOf(name, at)
      for (const huge of [2_147_483_648, 999_999_999_999_999, 9_007_199_254_740_991]) {
        for (const kind of 'kind' in good ? REVEAL_KINDS : [undefined]) {
          const value = Array.isArray(good[field])
            ? [String(huge)]
            : typeof good[field] === 'string'
              ? String(huge)
              : huge
          const { http } = await client.wire(name, { ...good, [field]: value, ...(kind ? { kind } : {}) })
          expect([400, 404]).toContain(http)
        }
      }
    },
  )

  /** The name of that field on the wire. */
  function fieldOf(name: EndpointName, at: string): string {
    const { fields } = endpoints[name].input as unknown as { fields: Fields }
    return fields[at]?.wire ?? ''
  }

  it('cover every endpoint that takes a record id', () => {
    expect(new Set(byId.map(({ name }) => name)).size).toBeGreaterThanOrEqual(22)
  })

  it('managers and super managers may filter by every provider in their scope', async () => {
    const admin = await signIn(services, 'admin')
    const manager = await signIn(services, 'managerA')
    const { B1, A2 } = samples.people.providers
    expect((await admin.call('listAccounts', { providerId: B1 })).body.status).toBe(0)
    expect((await manager.call('listAccounts', { providerId: A2 })).body.status).toBe(0)
  })
})

it('ignores fields that an endpoint does not declare', async () => {
  const manager = await signIn(services, 'managerA')
  const fields = await goodFields('addAccount')
  const extra = {
    superManager: 1,
    super_manager: true,
    accountStatus: 0,
    enabled: false,
    mustChangePasswd: 0,
    session_epoch: 99,
  }
  const { body } = await manager.wire('addAccount', { ...fields, ...extra })
  const [made] = await services.query('select * from accounts where account_id = $1', [body.data])
  expect(made).toMatchObject({
    super_manager: false,
    manager: false,
    enabled: true,
    must_change_password: true,
    session_epoch: 1,
  })
  const update = { accountId: body.data, platformId: samples.people.platforms.A, ...extra, providerId: 1 }
  await manager.wire('updateAccount', update)
  expect((await services.query('select * from accounts where account_id = $1', [body.data]))[0]).toEqual(made)
})

it('refuses an account without any rights', async () => {
  const account = 'stripped'
  const { A1 } = samples.people.providers
  await services.database.transact((tx) =>
    createAccount(tx, services, 'guest', { account, providerId: A1, platformId: samples.people.platforms.A }),
  )
  const { http, body } = await (await signIn(services, account)).call('providerNames', {})
  expect([http, body.code]).toEqual([403, 'not-allowed'])
})
