// Every declared call is mounted with a right and a scope rule, and no id slips past the scope (D11).

import { RIGHTS } from '@paywages/domain/accounts/rights.ts'
import type { Endpoint } from '@paywages/wire/endpoint.ts'
import { API_PREFIX, endpoints, everyEndpoint } from '@paywages/wire/endpoints.ts'
import type { Fields } from '@paywages/wire/shape.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

const calls = everyEndpoint()
const fieldsOf = (endpoint: Endpoint) => (endpoint.input as unknown as { fields: Fields }).fields

it('declares every endpoint once, with a unique method and path', () => {
  expect(calls.map(([name]) => name)).toEqual(Object.keys(endpoints))
  const fixtures = calls.map(([, { method, path }]) => `${method} ${path}`)
  expect(new Set(fixtures).size).toBe(fixtures.length)
})

/** Further ids, of which the operation takes only what belongs to the first or to the scope; its own test tries foreign ones. */
const VALIDATED_BY_OPERATION: Readonly<Record<string, readonly string[]>> = {
  chooseRow: ['rowId'],
  // Rows of the batch whose scope is checked; others tell nothing.
  compareRows: ['rowIds'],
  // One of the rows of the batch whose scope is checked; any other is nothing to copy.
  copyFailedRows: ['rowId'],
  bankResultLines: ['resultId'],
  assignResultLines: ['resultId'],
  decideBankResult: ['resultId'],
  changePayingAccount: ['payingAccountId'],
  // What the page showed; any other than the provider's own refuses the start.
  decideBatch: ['payingAccountId'],
  scheduleBatch: ['payingAccountId'],
  askSignature: ['payingAccountId'],
  startPlan: ['payingAccountId'],
  endSession: ['sessionId'],
  attachToProposal: ['fileId'],
  endAccountSessions: ['sessionId'],
  chooseCredit: ['rechargeId'],
  freelancerDetail: ['providerId'],
  contactChanges: ['providerId'],
  correctName: ['providerId'],
  deleteImages: ['providerId'],
  invitePeople: ['userIds'],
  exportLinks: ['batchId'],
  listContracts: ['userId', 'contractId'],
  exportContracts: ['userId', 'contractId'],
  enterInvoiceResult: ['fileIds'],
  correctInvoice: ['fileIds'],
  saveEnterpriseContract: ['fileId'],
  rejectProof: ['fileId'],
  listStatementsOfPeople: ['userId'],
  exportStatementsOfPeople: ['userId'],
  downloadYearStatements: ['providerId'],
  taxTrial: ['userId'],
  proposeAdjustment: ['userId'],
  placeHold: ['userId'],
  liftHold: ['holdId'],
}

/** What managers keep for everyone (D30, D38): these records are no provider's. */
const KEPT_FOR_EVERYONE = [
  ...['addServiceItem', 'addCategory', 'updateCategory', 'setCategoryStatus'],
  // Of a brand's receiving accounts (D50); receiver-credits.test.ts tries foreign ones.
  ...['uploadReceiverStatement', 'chooseCredit'],
  // A bank's empty form, and payments that are made up.
  ...['readBankTemplate', 'testBankFormat'],
]

describe.each(calls)('endpoint %s', (name, endpoint) => {
  it('has a handler', () => {
    expect(services.app.hasRoute({ method: endpoint.method, url: API_PREFIX + endpoint.path })).toBe(true)
  })

  it('has a right and a scope rule', () => {
    expect(RIGHTS).toContain(endpoint.right)
    expect(['none', 'own', 'list', 'record']).toContain(endpoint.scope.rule)
    if (endpoint.scope.rule === 'none') expect(endpoint.scope.because).not.toBe('')
    expect(endpoint.purpose).toMatch(/^[A-Z].*\.$/)
    expect(endpoint.failure).toMatch(/\p{Script=Han}/u)
  })

  it('checks the scope of every record id it takes', () => {
    const { scope } = endpoint
    const guarded = scope.rule === 'record' ? scope.at : scope.rule === 'list' ? scope.provider : undefined
    const asked = Object.keys(fieldsOf(endpoint)).filter((field) =>
      /^((account|proposal|provider|file|batch|row|limit|recharge|reversal|resolution|debit|statement|line|user|link|contract|application|tax|adjustment|job|layout|session|bankFile|bankFormat|result|payingAccount|hold)Ids?|id|who)$/.test(
        field,
      ),
    )
    expect(asked.filter((field) => !VALIDATED_BY_OPERATION[name]?.includes(field))).toEqual(
      guarded === undefined ? [] : [guarded],
    )
  })

  it('requires a right wherever it touches records', () => {
    if (endpoint.scope.rule !== 'none') expect(endpoint.right).not.toBe('public')
    if (endpoint.method === 'POST' && endpoint.scope.rule === 'none')
      expect(KEPT_FOR_EVERYONE.includes(name) ? ['manager'] : ['public', 'super-manager']).toContain(
        endpoint.right,
      )
  })
})
