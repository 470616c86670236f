// The calls of receiving accounts: their statements, credits, and what is matched by hand.

import { isMasked } from '@paywages/domain/bank-statements/statement-text.ts'
import { maskBankCardNo } from '@paywages/domain/personal/mask.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import { CREDIT_SEAL, PAYER_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Services } from '../app-services.ts'
import type { Handlers } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { chooseCredit } from './choose-credit.ts'
import { type CreditRecord, candidatesFor, findCredit, listCredits } from './credit-reads.ts'
import { accountsFor } from './receiver-accounts.ts'
import { uploadReceiverStatement } from './upload-receiver-statement.ts'

type ReceiverCalls = 'uploadReceiverStatement' | 'listCredits' | 'creditCandidates' | 'chooseCredit'

export function receiverRoutes(services: Services): Pick<Handlers, ReceiverCalls> {
  const { database, cipher } = services
  const shown = ({ sealedPayer, ...credit }: CreditRecord) => ({
    ...credit,
    payerAccount: sealedPayer === '' ? '' : maskedAccount(cipher.open(sealedPayer, CREDIT_SEAL)),
  })
  return {
    uploadReceiverStatement: ({ input, by, files, signal }) =>
      uploadReceiverStatement(services, by, { account: input.receiverAccount, files, signal }),
    listCredits: ({ input, by }) =>
      database.read(async (tx) => {
        const mine = await accountsFor(tx, services, by)
        const accounts = mine.filter((account) => account === (input.receiverAccount ?? account))
        const { rows, count } = await listCredits(tx, { accounts, state: input.state }, pageOf(input))
        return { rows: rows.map(shown), count }
      }),
    creditCandidates: ({ input, by, scope }) =>
      database.read(async (tx) => {
        const credit = await findCredit(tx, await accountsFor(tx, services, by), input.creditId)
        if (!credit) throw new Refused('not-found')
        const found = await candidatesFor(tx, scope, credit)
        const rows = found.map(({ sealedPayer, ...row }) => ({
          ...row,
          payerAccount: maskBankCardNo(cipher.open(sealedPayer, PAYER_SEAL)),
        }))
        return { rows, count: rows.length }
      }),
    chooseCredit: async ({ input, by }) => {
      await chooseCredit(services, by, input.creditId, input.rechargeId)
      return undefined
    },
  }
}

const maskedAccount = (account: string) => (isMasked(account) ? account : maskBankCardNo(account))
