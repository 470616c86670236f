// One good request for every declared call, and the records it needs.

import { randomBytes, randomUUID } from 'node:crypto'
import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { MAX_RECHARGE_FEN } from '@paywages/domain/recharges/recharge-form.ts'
import type { Endpoint, InputOf } from '@paywages/wire/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '@paywages/wire/endpoints.ts'
import { attach, insertArriving, markStored, setKind } from '../files/store.ts'
import { addLimitUser } from '../limits/change-limit-users.ts'
import { scheduleStart } from '../payouts/schedule-start.ts'
import { insertPlatform } from '../providers/store.ts'
import { actorOf } from './actor.ts'
import { challengeAll, newAuthenticator, passkeyFor, signRemovalInAll } from './authenticator.ts'
import { GOOD_BANK_FILE_INPUT, resultAtHand } from './bank-file-samples.ts'
import { madeFiles } from './bank-files.ts'
import { draftNamed, templateCsv } from './bank-formats.ts'
import { ambiguousLine, type OpenLine, unheardPdf, unheardStatement } from './bank-statements.ts'
import { clientOf, encodeInput, type SentFile } from './client.ts'
import { GOOD_CONTRACT_INPUT } from './contract-samples.ts'
import { codeNow, giveApp, giveAppTo } from './factors.ts'
import { invitedPerson, registeredPerson, signedPerson } from './freelancers.ts'
import { GOOD_INVOICE_INPUT } from './invoice-samples.ts'
import { fund, payStored, storeBatch, takeStep } from './payout-batches.ts'
import { adjustmentSheet, freshRow, freshRows, payoutSheet, peopleSheet } from './payout-sheet.ts'
import {
  type AccountName,
  createAccount,
  createPeople,
  createProvider,
  digestOf,
  newPassword,
  OF_ROLE,
  PASSWORD,
  type People,
  type Role,
} from './people.ts'
import { storeProposal } from './proposals.ts'
import { receiptedRow } from './receipts.ts'
import { FREE_RECEIVER, freshCredit, openCredit, receiverCsv } from './receiver-statements.ts'
import { freshDraft, storeApproved, storeRecharge, storeReversal } from './recharges.ts'
import { rememberedLayout } from './sheet-layouts.ts'
import { identified, identityOf, photoOf, readyToSign } from './signing.ts'
import { GOOD_TAX_INPUT } from './tax-samples.ts'
import type { TestServices } from './test-services.ts'
import { manualTransfer, proposedTransfer } from './transfers.ts'
import { storeDebit } from './unknown-debits.ts'

type ProviderName = keyof People['providers']

/** Everything a sample needs to name real records. */
export type Samples = {
  readonly services: TestServices
  readonly people: People
  /** A file attached to a record of that provider, or loose. */
  file(uploader: AccountName, provider?: ProviderName): Promise<string>
  account(provider: ProviderName): Promise<number>
  provider(): Promise<number>
  /** A change of an account of that provider, which waits for a second manager. */
  proposal(provider: ProviderName, proposer: AccountName): Promise<number>
  /** A fresh batch of two rows under audit, and its first row. */
  batch(provider: ProviderName): Promise<{ batchId: number; rowId: number }>
  /** A row whose transfer was given to people, and a proposal about one. */
  manual(provider: ProviderName): Promise<number>
  resolution(provider: ProviderName): Promise<number>
  /** The one file of a batch of two rows that was started by files. */
  bankFile(provider: ProviderName): Promise<{ batchId: number; bankFileId: number }>
  /** A debit that our books do not know, with a proposal about it or without. */
  debit(provider: ProviderName, proposer?: AccountName): Promise<number>
  limitUser(provider: ProviderName): Promise<number>
  /** One that waits for its audit. */
  recharge(provider: ProviderName, creator?: AccountName): Promise<number>
  /** One that waits for a second person, of an approved recharge. */
  reversal(provider: ProviderName, asker?: AccountName): Promise<number>
  /** A statement of one line that two payouts fit. */
  statement(provider: ProviderName): Promise<OpenLine>
}

export async function openSamples(services: TestServices): Promise<Samples> {
  const people = await createPeople(services)
  const account = (provider: ProviderName) =>
    services.database.transact((tx) =>
      createAccount(tx, services, 'pay', {
        account: freshName(),
        providerId: people.providers[provider],
        platformId: people.platforms[provider === 'B1' ? 'B' : 'A'],
      }),
    )
  return {
    services,
    people,
    account,
    proposal: async (provider, proposer) => storeProposal(services, proposer, await account(provider)),
    file: (uploader, provider) => createFile(services, people, uploader, provider),
    provider: () =>
      services.database.transact((tx) => createProvider(tx, services, freshName(), [people.platforms.A])),
    batch: async (provider) => {
      await removePasskeys(services)
      const { batchId, rowIds } = await storeBatch(services, `pay${provider}`, freshRows(2))
      return { batchId, rowId: rowIds[0] ?? 0 }
    },
    manual: async (provider) => (await manualTransfer(services, provider)).rowId,
    resolution: async (provider) => {
      const manager = provider === 'B1' ? 'managerB' : 'managerA'
      return proposedTransfer(services, provider, manager, await createFile(services, people, manager))
    },
    bankFile: async (provider) => {
      await removePasskeys(services)
      const names = { pay: `pay${provider}`, check: `check${provider}` } as const
      const { batchId, files } = await madeFiles(services, {
        providerId: people.providers[provider],
        ...names,
      })
      return { batchId, bankFileId: files[0] ?? 0 }
    },
    debit: async (provider, proposer) => {
      const proposed = proposer === undefined ? {} : { proposedBy: people.accounts[proposer] }
      return (await storeDebit(services, { providerId: people.providers[provider], ...proposed })).debitId
    },
    limitUser: async (provider) =>
      addLimitUser(services, await actorOf(services, `pay${provider}`), newPerson()),
    recharge: (provider, creator = `pay${provider}`) => storeRecharge(services, creator),
    reversal: async (provider, asker = `check${provider}`) =>
      storeReversal(services, asker, await approved(services, provider)),
    statement: (provider) => ambiguousLine(services, `pay${provider}`),
  }
}

/** Whoever has a passkey would have to sign it. */
async function approved(services: TestServices, provider: ProviderName) {
  await removePasskeys(services)
  return storeApproved(services, `pay${provider}`, `check${provider}`)
}

function newPerson() {
  const { name, idCardNo } = freshRow()
  return { name, idCardNo }
}

async function readyBatch(services: TestServices, { batchId }: { batchId: number }): Promise<number> {
  await takeStep(services, 'payA1', batchId, 'reviewing')
  await takeStep(services, 'checkA1', batchId, 'ready')
  return batchId
}

const SAMPLE_POLICY = {
  tiers: [{ fromFen: 0n, reviewers: 2, managerReviews: false, newSharePercent: null }],
  batchCeilingFen: null,
  dayCeilingFen: null,
}

/** Placed by somebody who lifts nothing. */
async function storeHold(services: TestServices, people: People, providerId: number): Promise<number> {
  const [hold] = await services.query<{ id: number }>(
    `insert into retention_holds (provider_id, reason, placed_by, placed_at) values ($1, 'dispute', $2, now()) returning hold_id as id`,
    [providerId, people.accounts.payA1],
  )
  return hold?.id ?? 0
}

export const freshName = () => `x${randomBytes(6).toString('hex')}`

async function createFile(
  services: TestServices,
  people: People,
  uploader: AccountName,
  provider?: ProviderName,
): Promise<string> {
  const fileId = randomUUID()
  const storeKey = `files/${fileId}`
  const at = services.clock.now()
  const bytes = Buffer.from('content')
  const stored = await services.files.put(storeKey, asStream(bytes), { limitBytes: 100 })
  await services.database.transact(async (tx) => {
    await insertArriving(tx, { fileId, storeKey, name: 'a.png', uploaderId: people.accounts[uploader], at })
    await markStored(tx, fileId, {
      ...stored,
      content: 'png',
      sealedUnder: services.keys.currentId,
    })
    await setKind(tx, fileId, 'document', 'a.png')
    if (provider === undefined) return
    await attach(tx, fileId, { kind: 'contract', id: '1', providerId: people.providers[provider], at })
  })
  return fileId
}

async function* asStream(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** A live session of the account on another device. */
async function openedSession(services: TestServices, accountId: number): Promise<number> {
  const [row] = await services.query<{ id: number }>(
    `insert into sessions (token_hash, account_id, session_epoch, brand, address, started_at, last_active_at)
    select $2, account_id, session_epoch, 1, '203.0.113.7', $3, $3 from account_identities where account_id = $1
    returning session_id::int as id`,
    [accountId, randomBytes(32), services.clock.now()],
  )
  return row?.id ?? 0
}

const removePasskeys = (services: TestServices) =>
  services.query('update passkeys set removed_at = added_at where removed_at is null')

/** A passkey of whoever asks: of that role, or of the newest account. It is taken away again with the next, as its holder signs every decision. */
async function givenPasskey({ services, people }: Samples, role: Role | undefined) {
  const newest = async () =>
    (await services.query<{ id: number }>('select max(account_id) as id from accounts'))[0]?.id
  await removePasskeys(services)
  return passkeyFor(services, role === undefined ? ((await newest()) ?? 0) : people.accounts[OF_ROLE[role]])
}

type Sample<N extends EndpointName> = (
  samples: Samples,
  role: Role,
) => InputOf<Endpoints[N]> | Promise<InputOf<Endpoints[N]>>

const NEXT_PASSWORD = 'Next-horse-8'

/** Whoever asks did not propose it. */
const otherManager = (role: Role): AccountName => (role === 'super' ? 'managerA' : 'admin')

const newProvider = ({ people }: Samples) => ({
  name: freshName(),
  platformIds: [people.platforms.A],
  serviceRate: 65_000,
})

/** A request that every role which may make it in provider A1 succeeds with; a new call does not compile without one. */
export const GOOD_INPUT: { readonly [N in EndpointName]: Sample<N> } = {
  login: () => ({ account: 'payA2', passwordDigest: digestOf(PASSWORD) }),
  logout: () => ({}),
  currentUser: () => ({}),
  changePassword: () => ({
    oldPasswordDigest: digestOf(PASSWORD),
    newPasswordDigest: digestOf(NEXT_PASSWORD),
    password: NEXT_PASSWORD,
  }),
  brand: () => ({ brand: 2 }),
  mySessions: () => ({}),
  endSession: async ({ services, people }, role) => ({
    sessionId: await openedSession(services, people.accounts[OF_ROLE[role ?? 'super']]),
  }),
  endOtherSessions: () => ({}),
  accountSessions: async ({ account }) => ({ accountId: await account('A1') }),
  endAccountSessions: async ({ account }) => ({ accountId: await account('A1') }),
  myFactors: () => ({}),
  giveCode: async ({ services }) => {
    await giveApp(services, true)
    return { code: codeNow(services) }
  },
  askPasskey: async (samples, role) => {
    await givenPasskey(samples, role)
    return {}
  },
  givePasskey: async (samples, role) => {
    const key = await givenPasskey(samples, role)
    return { credential: key.answer(await challengeAll(samples.services, 'give')) }
  },
  askKeySignature: async (samples, role) => {
    await givenPasskey(samples, role)
    return {}
  },
  startPasskey: async ({ services }) => {
    await removePasskeys(services)
    return {}
  },
  addPasskey: async ({ services }) => {
    await removePasskeys(services)
    return { credential: newAuthenticator().register(await challengeAll(services, 'add')), name: 'Phone' }
  },
  removePasskey: async (samples, role) => {
    const { passkeyId } = await givenPasskey(samples, role)
    await signRemovalInAll(samples.services, passkeyId)
    return { passkeyId }
  },
  startTotp: async ({ services }) => {
    await giveApp(services, false)
    return {}
  },
  confirmTotp: async ({ services }) => {
    await giveApp(services, false)
    return { code: codeNow(services) }
  },
  removeTotp: async ({ services }) => {
    await giveApp(services, true)
    return {}
  },
  renewRecoveryCodes: async ({ services }) => {
    await giveApp(services, true)
    return {}
  },
  addAccount: ({ people }) => ({
    account: freshName(),
    ...newPassword(PASSWORD),
    providerId: people.providers.A1,
    platformId: people.platforms.A,
  }),
  listAccounts: ({ people }) => ({ providerId: people.providers.A1 }),
  accountDetail: ({ people }) => ({ accountId: people.accounts.payA1 }),
  updateAccount: async ({ account, people }) => ({
    accountId: await account('A1'),
    platformId: people.platforms.A,
  }),
  setAccountStatus: async ({ account }) => ({ accountId: await account('A1'), enabled: false }),
  resetFactor: async ({ account, services }) => {
    const accountId = await account('A1')
    await giveAppTo(services, accountId)
    return { accountId }
  },
  resetPassword: async ({ account }) => ({ accountId: await account('A1'), ...newPassword(NEXT_PASSWORD) }),
  listProposals: () => ({}),
  confirmProposal: async ({ services, proposal }, role) => {
    await removePasskeys(services)
    return { proposalId: await proposal('A1', otherManager(role)) }
  },
  askConfirmationSignature: async (samples, role) => {
    await givenPasskey(samples, role)
    return { proposalId: await samples.proposal('A1', otherManager(role)) }
  },
  refuseProposal: async ({ proposal }, role) => ({
    proposalId: await proposal('A1', otherManager(role)),
    reason: 'a reason',
  }),
  withdrawProposal: async ({ proposal }, role) => ({
    proposalId: await proposal('A1', role === 'super' ? 'admin' : 'managerA'),
  }),
  attachToProposal: async ({ proposal, file }, role) => {
    const own = role === 'super' ? 'admin' : 'managerA'
    return { proposalId: await proposal('A1', own), fileId: await file(own) }
  },
  readNotices: () => ({}),
  basicInfo: ({ people }) => ({ accountId: people.accounts.payA1 }),
  addProvider: newProvider,
  updateProvider: async (samples) => ({ providerId: await samples.provider(), ...newProvider(samples) }),
  setProviderStatus: async ({ provider }) => ({ providerId: await provider(), enabled: false }),
  providerNames: () => ({}),
  listProviders: () => ({}),
  providerInfo: ({ people }) => ({ providerId: people.providers.A1 }),
  listPolicies: () => ({}),
  listFloors: () => ({}),
  providerPolicy: ({ people }) => ({ providerId: people.providers.A1 }),
  platformPolicy: ({ people }) => ({ platformId: people.platforms.A }),
  changeProviderPolicy: async ({ provider }) => ({ providerId: await provider(), ...SAMPLE_POLICY }),
  changePlatformPolicy: async ({ services }) => ({
    platformId: await services.database.transact((tx) =>
      insertPlatform(tx, freshName(), services.clock.now()),
    ),
    ...SAMPLE_POLICY,
  }),
  listRetention: () => ({}),
  retentionDetail: ({ people }) => ({ providerId: people.providers.A1 }),
  retentionPreview: ({ people }) => ({ providerId: people.providers.A1 }),
  changeRetention: async ({ provider }) => ({
    providerId: await provider(),
    contactYears: 5,
    imageYears: 3,
    contractYears: 10,
    unpaidYears: 1,
    paidYears: 30,
  }),
  placeHold: async ({ provider }) => ({ providerId: await provider(), reason: 'dispute' }),
  liftHold: async ({ services, people, provider }) => {
    const providerId = await provider()
    return { providerId, holdId: await storeHold(services, people, providerId), reason: 'ended' }
  },
  payerOfProvider: () => ({}),
  listPlatforms: () => ({}),
  platformsOfProvider: ({ people }) => ({ providerId: people.providers.A1 }),
  addPlatform: () => ({ name: freshName() }),
  listAudit: ({ people }) => ({ providerId: people.providers.A1 }),
  uploadSheet: () => ({ fileName: 'sheet.xlsx' }),
  askColumns: () => ({ fileName: 'sheet.xlsx' }),
  listLayouts: ({ people }) => ({ providerId: people.providers.A1 }),
  deleteLayout: async ({ services }) => ({ layoutId: await rememberedLayout(services) }),
  uploadProgress: () => ({ uploadKey: 'no-such-upload' }),
  listBatches: ({ people }) => ({ providerId: people.providers.A1 }),
  batchHead: async ({ batch }) => ({ batchId: (await batch('A1')).batchId }),
  batchRows: async ({ batch }) => ({ batchId: (await batch('A1')).batchId }),
  exportBatch: async ({ batch }) => ({ batchId: (await batch('A1')).batchId }),
  rowTax: async ({ batch }) => ({ rowId: (await batch('A1')).rowId }),
  batchRisks: async ({ batch }) => ({ batchId: (await batch('A1')).batchId }),
  compareBatch: async ({ batch }) => ({ batchId: (await batch('A1')).batchId }),
  compareRows: async ({ services, batch }) => {
    const earlier = await storeBatch(services, 'payA1')
    await payStored(services, earlier.batchId)
    const { batchId, rowId } = await batch('A1')
    return { batchId, earlierId: earlier.batchId, rowIds: [rowId] }
  },
  clearPairs: async ({ services, people, batch }) => {
    const { batchId } = await batch('A1')
    await takeStep(services, 'payA1', batchId, 'reviewing')
    await takeStep(services, 'checkA1', batchId, 'ready')
    await services.query(
      `insert into account_pairs (provider_id, account_a, account_b, traits, batch_id, found_at)
      values ($1, least($2::int, $3), greatest($2::int, $3), '{name}', $4, now())
      on conflict (provider_id, account_a, account_b) do update set cleared_at = null, cleared_by = null`,
      [people.providers.A1, people.accounts.payA1, people.accounts.checkA1, batchId],
    )
    return { batchId, word: 'a word' }
  },
  decideBatch: async ({ services, batch }, role) => {
    const { batchId } = await batch('A1')
    if (role !== 'check') return { batchId, to: 'reviewing', pass: true }
    await takeStep(services, 'payA1', batchId, 'reviewing')
    return { batchId, to: 'ready', pass: true }
  },
  askSignature: async (samples, role) => {
    const { services, batch } = samples
    const { batchId } = await batch('A1')
    if (role === 'check') await takeStep(services, 'payA1', batchId, 'reviewing')
    await givenPasskey(samples, role)
    return { batchId, to: role === 'check' ? 'ready' : 'reviewing', pass: true }
  },
  scheduleBatch: async ({ services, batch }) => ({
    batchId: await readyBatch(services, await batch('A1')),
    dueAt: new Date(services.clock.now().getTime() + 3_600_000),
  }),
  cancelSchedule: async ({ services, batch }) => {
    const batchId = await readyBatch(services, await batch('A1'))
    const by = await actorOf(services, 'payA1')
    await scheduleStart(services, by, batchId, new Date(services.clock.now().getTime() + 3_600_000))
    return { batchId }
  },
  withdrawBatch: async ({ services, batch }, role) => {
    const { batchId } = await batch('A1')
    // Reviewers take back only what is ready.
    if (role === 'check') await takeStep(services, 'payA1', batchId, 'reviewing')
    if (role === 'check') await takeStep(services, 'checkA1', batchId, 'ready')
    return { batchId, reason: 'a reason' }
  },
  switchRows: async ({ batch }) => ({ rowIds: [(await batch('A1')).rowId], cancelled: true }),
  addLimitUser: ({ people }) => ({ ...newPerson(), providerId: people.providers.A1 }),
  listLimitUsers: ({ people }) => ({ providerId: people.providers.A1 }),
  removeLimitUser: async ({ limitUser }) => ({ limitId: await limitUser('A1'), reason: 'a reason' }),
  listFreelancers: ({ people }) => ({ providerId: people.providers.A1 }),
  exportFreelancers: ({ people }) => ({ providerId: people.providers.A1 }),
  freelancerDetail: async ({ services }) => ({
    who: String((await registeredPerson(services, 'payA1')).userId),
  }),
  contactChanges: async ({ services }) => ({ userId: (await registeredPerson(services, 'payA1')).userId }),
  addFreelancers: ({ people }) => {
    const { name, idCardNo, phone } = freshRow()
    return { people: [{ name, idCardNo, phone }], providerId: people.providers.A1, invite: true }
  },
  importFreelancers: ({ people }) => ({ fileName: 'people.xlsx', providerId: people.providers.A1 }),
  correctName: async ({ services, people }) => ({
    userId: (await registeredPerson(services, 'payA1')).userId,
    providerId: people.providers.A1,
    name: '诸葛亮',
    reason: 'a reason',
  }),
  uploadReceipt: () => ({ fileName: 'receipt.png' }),
  addRecharge: ({ services }, role) => freshDraft(services, OF_ROLE[role]),
  listRecharges: () => ({}),
  allRecharges: ({ people }) => ({ providerId: people.providers.A1 }),
  rechargeDetail: async ({ recharge }) => ({ rechargeId: await recharge('A1') }),
  // Managers credit what is large and was not seen.
  auditRecharge: async ({ services, recharge }, role) => {
    await removePasskeys(services)
    const rechargeId = await (role === 'manager'
      ? storeRecharge(services, 'payA1', { amountFen: MAX_RECHARGE_FEN })
      : recharge('A1'))
    return { rechargeId, approves: true, confirmDuplicate: true }
  },
  askApprovalSignature: async (samples, role) => {
    const { services, recharge } = samples
    const isManager = role === 'manager'
    await givenPasskey(samples, role)
    const rechargeId = await (isManager
      ? storeRecharge(services, 'payA1', { amountFen: MAX_RECHARGE_FEN })
      : recharge('A1'))
    return { rechargeId }
  },
  withdrawRecharge: async ({ recharge }, role) => ({ rechargeId: await recharge('A1', OF_ROLE[role]) }),
  rechargeMoney: () => ({}),
  pendingRecharges: () => ({}),
  listReceivers: () => ({}),
  askReversal: async ({ services }) => ({
    rechargeId: await approved(services, 'A1'),
    amountFen: 100n,
    kind: 'refund',
    reason: 'a reason',
  }),
  decideReversal: async ({ reversal }, role) => ({
    reversalId: await reversal('A1', role === 'check' ? 'admin' : 'checkA1'),
    confirms: true,
  }),
  uploadReceiverStatement: () => ({ receiverAccount: FREE_RECEIVER }),
  listCredits: () => ({}),
  creditCandidates: async ({ services }) => ({ creditId: (await openCredit(services)).creditId }),
  chooseCredit: async ({ services }) => openCredit(services),
  exportFailedRows: async ({ batch }) => ({ batchId: (await batch('A1')).batchId }),
  copyFailedRows: async ({ services }) => {
    const { batchId } = await storeBatch(services, 'payA1', [freshRow({ cardNo: '6222021202000010001' })])
    await payStored(services, batchId)
    return { batchId }
  },
  payoutReceipt: ({ services }) => receiptedRow(services),
  payoutEvidence: ({ services }) => receiptedRow(services),
  batchEvidence: ({ services }) => receiptedRow(services),
  payDetails: ({ people }) => ({ providerId: people.providers.A1 }),
  payDetailCounts: ({ people }) => ({ providerId: people.providers.A1 }),
  payoutRecord: async ({ batch }) => ({ rowId: (await batch('A1')).rowId }),
  downloadDetails: ({ people }) => ({ providerId: people.providers.A1 }),
  batchProgress: async ({ batch }) => ({ batchId: (await batch('A1')).batchId }),
  transferHistory: async ({ batch }) => ({ rowId: (await batch('A1')).rowId }),
  pendingTransfers: ({ people }) => ({ providerId: people.providers.A1 }),
  proposeResolution: async ({ manual, file }, role) => ({
    rowId: await manual('A1'),
    outcome: 'failed',
    reason: 'a reason',
    evidenceFileId: await file(OF_ROLE[role]),
  }),
  decideResolution: async ({ resolution }) => ({ resolutionId: await resolution('A1'), confirmed: true }),
  unknownDebits: ({ people }) => ({ providerId: people.providers.A1 }),
  startPlan: async ({ batch }) => ({ batchId: (await batch('A1')).batchId }),
  previewBankFormat: async ({ batch }) => ({
    batchId: (await batch('A1')).batchId,
    draft: draftNamed('某银行代发'),
  }),
  ...GOOD_BANK_FILE_INPUT,
  acceptedOrdersHold: () => ({}),
  releaseSending: async ({ services }) => {
    await services.query(
      `update proposals set state = 'withdrawn', change = null where kind = 'release-sending' and state = 'open'`,
    )
    await services.query('update sending_gate set restored_at = now(), accepted_asked_for = null')
    return { word: 'compared in online banking' }
  },
  proposeDebit: async ({ debit }) => ({ debitId: await debit('A1'), outcome: 'paid', reason: 'a reason' }),
  decideDebit: async ({ debit }) => ({ debitId: await debit('A1', 'managerA'), confirmed: true }),
  moneyView: ({ people }) => ({ providerId: people.providers.A1 }),
  providerMoney: ({ people }) => ({ providerId: people.providers.A1 }),
  moneyDays: ({ people }) => ({ providerId: people.providers.A1 }),
  exportMoneyView: ({ people }) => ({ providerId: people.providers.A1 }),
  fundFlow: ({ people }) => ({ providerId: people.providers.A1 }),
  batchFlow: ({ people }) => ({ providerId: people.providers.A1 }),
  flowPeople: async ({ batch }) => ({ batchId: (await batch('A1')).batchId, day: '2026-03-16', side: 'out' }),
  exportFundFlow: ({ people }) => ({ providerId: people.providers.A1 }),
  fundStatement: async ({ services, people }) => {
    await fund(services, people.providers.A1)
    return { providerId: people.providers.A1, month: shanghaiMonth(services.clock.now()) }
  },
  uploadStatements: ({ people }) => ({ providerId: people.providers.A1 }),
  listStatements: ({ people }) => ({ providerId: people.providers.A1 }),
  statementDetail: async ({ statement }) => ({ statementId: (await statement('A1')).statementId }),
  statementLines: async ({ statement }) => ({ statementId: (await statement('A1')).statementId }),
  lineCandidates: async ({ statement }) => ({ lineId: (await statement('A1')).lineId }),
  chooseRow: async ({ statement }) => {
    const { lineId, rowIds } = await statement('A1')
    return { lineId, rowId: rowIds[0] ?? 0 }
  },
  relinkStatement: async ({ services }) => ({ statementId: await unheardStatement(services, 'payA1') }),
  unlistedRows: async ({ statement }) => ({ statementId: (await statement('A1')).statementId }),
  unreadRows: async ({ statement }) => ({ statementId: (await statement('A1')).statementId }),
  exportUnread: async ({ statement }) => ({ statementId: (await statement('A1')).statementId }),
  revealPersonal: async ({ batch }) => ({ kind: 'payout-row', id: String((await batch('A1')).rowId) }),
  uploadFile: () => ({}),
  downloadFile: async ({ file }) => ({ fileId: await file('payB1', 'A1') }),
  openLink: async ({ services }) => ({ token: (await invitedPerson(services, 'payA1')).link.token }),
  sendCode: async ({ services }) => identityOf(await invitedPerson(services, 'payA1')),
  identifySigner: async ({ services }) => identityOf(await invitedPerson(services, 'payA1')),
  storePhoto: async ({ services }) => ({
    session: (await identified(services, await invitedPerson(services, 'payA1'))).session,
    side: 'front',
    image: photoOf().toString('base64'),
  }),
  completeSigning: async ({ services }) => (await readyToSign(services, 'payA1')).input,
  signedCopy: async ({ services }) => {
    const { input } = await readyToSign(services, 'payA1')
    await clientOf(services).answer('completeSigning', input)
    return { session: input.session }
  },
  workbench: () => ({}),
  todos: () => ({}),
  recentBatches: () => ({}),
  invitePeople: async ({ services, people }) => ({
    userIds: [(await registeredPerson(services, 'payA1')).userId],
    providerId: people.providers.A1,
  }),
  inviteListed: async ({ services, people }) => {
    const { idCardNo } = await registeredPerson(services, 'payA1')
    return { idCardNo, providerId: people.providers.A1 }
  },
  inviteBatch: async ({ batch }) => ({ batchId: (await batch('A1')).batchId }),
  showLink: openLinkOf,
  resendLink: openLinkOf,
  revokeLink: openLinkOf,
  exportLinks: ({ people }) => ({ providerId: people.providers.A1 }),
  listContracts: ({ people }) => ({ providerId: people.providers.A1 }),
  exportContracts: ({ people }) => ({ providerId: people.providers.A1 }),
  downloadContracts: async ({ services }) => ({
    contractIds: [(await signedPerson(services, 'payA1')).contractId],
  }),
  terminateContract: async ({ services }) => ({
    contractId: (await signedPerson(services, 'payA1')).contractId,
    reason: 'a reason',
  }),
  checkFlags: async ({ services }) => {
    const { contractId } = await signedPerson(services, 'payA1')
    await services.query("update personal_contracts set flags = '{shared-device}' where contract_id = $1", [
      contractId,
    ])
    return { contractId, note: 'a note' }
  },
  deleteImages: async ({ services, people }) => ({
    userId: (await signedPerson(services, 'payA1')).userId,
    providerId: people.providers.A1,
    reason: 'a reason',
  }),
  ...GOOD_INVOICE_INPUT,
  ...GOOD_CONTRACT_INPUT,
  ...GOOD_TAX_INPUT,
}

async function openLinkOf({ services }: Samples): Promise<{ linkId: number }> {
  return { linkId: (await invitedPerson(services, 'payA1')).link.linkId }
}

/** The file that travels with a call, where it is not any small picture. */
const GOOD_FILE: { readonly [N in EndpointName]?: () => Promise<SentFile> } = {
  uploadSheet: async () => ({ fileName: 'sheet.xlsx', value: await payoutSheet(freshRows(1)) }),
  askColumns: async () => ({ fileName: 'sheet.xlsx', value: await payoutSheet(freshRows(1)) }),
  importFreelancers: async () => ({ fileName: 'people.xlsx', value: await peopleSheet(freshRows(1)) }),
  importAdjustments: async () => ({
    fileName: 'adjustments.xlsx',
    value: await adjustmentSheet([freshRow()]),
  }),
  importBankResult: resultAtHand,
  readBankTemplate: async () => templateCsv(),
  uploadReceiverStatement: async () => ({ fileName: 'statement.csv', value: receiverCsv([freshCredit()]) }),
  uploadStatements: async () => ({ fileName: 'statement.pdf', value: await unheardPdf() }),
}

/** The requests that release what a restore holds back need it held, and leave it so: nothing could be started after them. */
export async function liftHold({ query }: Pick<TestServices, 'query'>): Promise<void> {
  await query('update sending_gate set restored_at = null')
}

/** A good request as it travels, with its file. */
export async function goodFieldsOf(
  samples: Samples,
  name: EndpointName,
  role: Role = 'super',
): Promise<Record<string, unknown>> {
  await liftHold(samples.services)
  const input = await GOOD_INPUT[name](samples, role)
  const file = await GOOD_FILE[name]?.()
  const { upload }: Endpoint = endpoints[name]
  return {
    ...(encodeInput(name, input as never) as object),
    ...(file && upload ? { [upload.field]: file } : {}),
  }
}
