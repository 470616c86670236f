// Enterprise contracts of the demo, in every status, made by the operations that make them for everyone on days gone by (D29, D35).

import { addDays, type Day, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { writePdf } from '@paywages/server/adapters/pdf-writer/write-pdf.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { applyContractSteps } from '@paywages/server/enterprise-contracts/apply-contract-steps.ts'
import { generateContracts } from '@paywages/server/enterprise-contracts/generate-contracts.ts'
import { saveContract } from '@paywages/server/enterprise-contracts/save-contract.ts'
import { type ContractRecord, findContract } from '@paywages/server/enterprise-contracts/store.ts'
import { storeMadeFile } from '@paywages/server/files/store-made-file.ts'
import { findProvider, setProviderEnabled } from '@paywages/server/providers/store.ts'
import { demoActor } from './actor.ts'

const SIGNED_PAGE = new URL('./signed-contract.typ', import.meta.url)
const OFFICE_HOUR_MS = 10 * 3_600_000 + 25 * 60_000
const EVERYTHING = { of: 'everything' } as const

type Manager = 'manager1' | 'manager2'
const SIGNERS: Readonly<Record<Manager, string>> = { manager1: '沈清', manager2: '顾南' }

export async function seedContracts(services: Services): Promise<void> {
  const some = await services.database.query((tx) =>
    tx.selectFrom('enterprise_contracts').select('contract_id').limit(1).executeTakeFirst(),
  )
  if (some) return
  const desk = contractDesk(services)

  // One after the other as they happened: the list shows the newest first.
  await desk.generate('manager1', -560)
  await desk.sign('星河科技', -556, { category: '信息技术服务', from: -555, days: 365 })
  await desk.sign('云帆信息', -554, { category: '技术咨询服务', from: -550, days: 365, status: 'effective' })
  await desk.round(-555)
  await desk.generate('manager2', -420)
  await desk.sign('远山服务', -417, { category: '人力资源服务', from: -415, days: 365 })
  await desk.round(-415)
  await desk.terminate('云帆信息', -400)
  // It ends in eighteen days.
  await desk.generate('manager1', -350)
  await desk.sign('云帆信息', -348, { category: '设计服务', from: -347, days: 366 })
  await desk.round(-347)
  await desk.round(-190)
  await desk.generate('manager1', -186)
  await desk.sign('星河科技', -184, { category: '信息技术服务', from: -183, days: 365 })
  await desk.round(-183)
  await desk.round(-50)
  await desk.generateWith('manager2', -6, '旧港物流')
  await desk.sign('远山服务', -2, { category: '人力资源服务', from: 10, days: 365 })
}

type Signing = {
  readonly category: string
  /** First day, in days from today, and how many there are. */
  readonly from: number
  readonly days: number
  readonly status?: 'effective'
}

function contractDesk(open: Services) {
  const today = shanghaiDay(open.clock.now())
  const on = (days: number): Day => addDays(today, days)
  /** The services as they stood that morning. */
  const servicesOn = (days: number): Services => {
    const at = new Date(startOfDay(on(days)).getTime() + OFFICE_HOUR_MS)
    return { ...open, clock: { now: () => at } }
  }
  const generate = async (manager: Manager, days: number) => {
    const services = servicesOn(days)
    await generateContracts(services, await demoActor(services, manager))
  }
  const inputOf = (contract: ContractRecord) => ({
    contractId: contract.contractId,
    contractNo: contract.contractNo,
    contractName: contract.contractName,
    version: contract.version,
  })
  return {
    generate,
    /** With a company that is disabled today, and was a customer then. */
    generateWith: async (manager: Manager, days: number, provider: string) => {
      const providerId = await providerNamed(open, provider)
      const enable = (enabled: boolean) =>
        open.database.transact((tx) => setProviderEnabled(tx, providerId, enabled))
      await enable(true)
      await generate(manager, days).finally(() => enable(false))
    },
    /** What the worker did that morning. */
    round: (days: number) => applyContractSteps(servicesOn(days)),
    sign: async (provider: string, days: number, signing: Signing) => {
      const services = servicesOn(days)
      const { contract, manager } = await liveContract(services, provider)
      const by = await demoActor(services, manager)
      const name = `${contract.contractName}-双方签署.pdf`
      const pdf = await signedPage(services, contract, manager)
      const fileId = await storeMadeFile(services, by, {
        kind: 'contract',
        name,
        content: 'pdf',
        stream: once(pdf),
      })
      await saveContract(services, by, {
        ...inputOf(contract),
        categoryId: await categoryNamed(services, signing.category),
        status: signing.status ?? 'pending',
        beginDay: on(signing.from),
        endDay: on(signing.from + signing.days - 1),
        fileId,
      })
    },
    terminate: async (provider: string, days: number) => {
      const services = servicesOn(days)
      const { contract, manager } = await liveContract(services, provider)
      const { categoryId, signedFileId } = contract
      if (categoryId === null || signedFileId === null) throw new Error(`${provider} has signed nothing`)
      const input = { ...inputOf(contract), categoryId, fileId: signedFileId, status: 'terminated' } as const
      await saveContract(services, await demoActor(services, manager), input)
    },
  }
}

async function liveContract(
  services: Services,
  provider: string,
): Promise<{ contract: ContractRecord; manager: Manager }> {
  const providerId = await providerNamed(services, provider)
  const contract = await services.database.query(async (tx) => {
    const { contract_id } = await tx
      .selectFrom('enterprise_contracts')
      .select('contract_id')
      .where('provider_id', '=', providerId)
      .orderBy('contract_id', 'desc')
      .executeTakeFirstOrThrow()
    return findContract(tx, EVERYTHING, contract_id)
  })
  if (!contract) throw new Error(`${provider} has no contract`)
  return { contract, manager: contract.brand === 1 ? 'manager1' : 'manager2' }
}

async function providerNamed(services: Services, name: string): Promise<number> {
  const found = await services.database.query((tx) =>
    tx.selectFrom('providers').select('provider_id').where('name', '=', name).executeTakeFirstOrThrow(),
  )
  return found.provider_id
}

async function categoryNamed(services: Services, name: string): Promise<number> {
  const found = await services.database.query((tx) =>
    tx
      .selectFrom('invoice_categories')
      .select('category_id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow(),
  )
  return found.category_id
}

async function signedPage(services: Services, contract: ContractRecord, manager: Manager): Promise<Buffer> {
  const provider = await services.database.query((tx) => findProvider(tx, contract.providerId))
  return writePdf(SIGNED_PAGE, {
    title: contract.contractName,
    number: contract.contractNo,
    partyA: provider?.bankAccountName || provider?.name || '',
    partyB: services.brands.brand(contract.brand).company,
    signerA: provider?.contactUser ?? '',
    signerB: SIGNERS[manager],
    day: shanghaiDay(services.clock.now()),
  })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
