// Makes a contract for every provider in scope without a live one; PDFs come after the records (D29).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay, shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { generatedName, generatedTerm } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import type { Actor } from '../actor.ts'
import { nextMonthlyNumber } from '../adapters/postgres/daily-numbers.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { type LackingProvider, lackingProviders } from './contract-list-store.ts'
import { makeFirstPdfs } from './make-pdfs.ts'
import { addEvent, insertContract, lockContractGeneration } from './store.ts'

const NUMBERS = { kind: 'HT', digits: 4 } as const

/** All records or none; how many there are. */
export async function generateContracts(services: Services, by: Actor): Promise<number> {
  const ids = await services.database.transact(async (tx) => {
    await lockContractGeneration(tx)
    const lacking = await lackingProviders(tx, scopeOf(by.person))
    if (lacking.length === 0) throw new Refused('contracts-all-live')
    const made: number[] = []
    for (const provider of lacking) made.push(await generateOne(tx, by, provider))
    return made
  })
  await makeFirstPdfs(services, ids)
  return ids.length
}

async function generateOne(tx: Tx, by: Actor, provider: LackingProvider): Promise<number> {
  const { providerId, providerName, serviceRate } = provider
  const { accountId, brand } = by.person
  const contract = {
    contractName: generatedName(providerName),
    providerId,
    serviceRate,
    brand,
    ...generatedTerm(shanghaiDay(by.at)),
  }
  const { contractId, contractNo } = await insertNumbered(tx, { ...contract, accountId, at: by.at })
  await addEvent(tx, contractId, { kind: 'generated', accountId, at: by.at })
  await recordEntry(tx, by, {
    action: 'generate-contracts',
    object: { kind: 'enterprise-contract', id: contractId, name: `${contractNo} ${contract.contractName}` },
    providerId,
    after: { contractNo, ...contract },
  })
  return contractId
}

/** Numbers that people have given to contracts by hand are left out. */
async function insertNumbered(
  tx: Tx,
  contract: Omit<Parameters<typeof insertContract>[1], 'contractNo'>,
): Promise<{ contractId: number; contractNo: string }> {
  for (;;) {
    const month = shanghaiMonth(contract.at)
    const contractNo = `${NUMBERS.kind}${await nextMonthlyNumber(tx, NUMBERS.kind, month, NUMBERS.digits)}`
    const contractId = await insertContract(tx, { ...contract, contractNo })
    if (contractId !== undefined) return { contractId, contractNo }
  }
}
