// Enterprise contracts of the demo, in every status, made by the operations that make them for everyone on days gone by (D29, D35).

import { addDays, type Day, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { writePdf } from '@paywages/server/adapters/pdf-writer/write-pdf.ts'
import { generateContracts } from '@paywages/server/contracts/generate-contracts.ts'
import { keepContracts } from '@paywages/server/contracts/keep-contracts.ts'
import { saveContract } from '@paywages/server/contracts/save-contract.ts'
import { type ContractRecord, findContract } from '@paywages/server/contracts/store.ts'
import { storeMadeFile } from '@paywages/server/files/store-made-file.ts'
import type { House } from '@paywages/server/house.ts'
import { findProvider, setProviderEnabled } from '@paywages/server/providers/store.ts'
import { demoActor } from './actor.ts'

const SIGNED_PAGE = new URL('./signed-contract.typ', import.meta.url)
const OFFICE_HOUR_MS = 10 * 3_600_000 + 25 * 60_000
const EVERYTHING = { of: 'everything' } as const

type Manager = 'manager1' | 'manager2'
const SIGNERS: Readonly<Record<Manager, string>> = { manager1: '沈清', manager2: '顾南' }

export async function seedContracts(house: House): Promise<void> {
  const some = await house.database.look((tx) =>
    tx.selectFrom('enterprise_contracts').select('contract_id').limit(1).executeTakeFirst(),
  )
  if (some) return
  const desk = contractDesk(house)

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

function contractDesk(open: House) {
  const today = shanghaiDay(open.clock.now())
  const on = (days: number): Day => addDays(today, days)
  /** The house as it stood that morning. */
  const houseOn = (days: number): House => {
    const at = new Date(startOfDay(on(days)).getTime() + OFFICE_HOUR_MS)
    return { ...open, clock: { now: () => at } }
  }
  const generate = async (manager: Manager, days: number) => {
    const house = houseOn(days)
    await generateContracts(house, await demoActor(house, manager))
  }
  const askOf = (contract: ContractRecord) => ({
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
    round: (days: number) => keepContracts(houseOn(days)),
    sign: async (provider: string, days: number, signing: Signing) => {
      const house = houseOn(days)
      const { contract, manager } = await liveContract(house, provider)
      const by = await demoActor(house, manager)
      const name = `${contract.contractName}-双方签署.pdf`
      const pdf = await signedPage(house, contract, manager)
      const fileId = await storeMadeFile(house, by, {
        kind: 'contract',
        name,
        content: 'pdf',
        stream: once(pdf),
      })
      await saveContract(house, by, {
        ...askOf(contract),
        categoryId: await categoryNamed(house, signing.category),
        status: signing.status ?? 'pending',
        beginDay: on(signing.from),
        endDay: on(signing.from + signing.days - 1),
        fileId,
      })
    },
    terminate: async (provider: string, days: number) => {
      const house = houseOn(days)
      const { contract, manager } = await liveContract(house, provider)
      const { categoryId, signedFileId } = contract
      if (categoryId === null || signedFileId === null) throw new Error(`${provider} has signed nothing`)
      const ask = { ...askOf(contract), categoryId, fileId: signedFileId, status: 'terminated' } as const
      await saveContract(house, await demoActor(house, manager), ask)
    },
  }
}

async function liveContract(
  house: House,
  provider: string,
): Promise<{ contract: ContractRecord; manager: Manager }> {
  const providerId = await providerNamed(house, provider)
  const contract = await house.database.look(async (tx) => {
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

async function providerNamed(house: House, name: string): Promise<number> {
  const found = await house.database.look((tx) =>
    tx.selectFrom('providers').select('provider_id').where('name', '=', name).executeTakeFirstOrThrow(),
  )
  return found.provider_id
}

async function categoryNamed(house: House, name: string): Promise<number> {
  const found = await house.database.look((tx) =>
    tx
      .selectFrom('invoice_categories')
      .select('category_id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow(),
  )
  return found.category_id
}

async function signedPage(house: House, contract: ContractRecord, manager: Manager): Promise<Buffer> {
  const provider = await house.database.look((tx) => findProvider(tx, contract.providerId))
  return writePdf(SIGNED_PAGE, {
    title: contract.contractName,
    number: contract.contractNo,
    partyA: provider?.bankAccountName || provider?.name || '',
    partyB: house.brands.brand(contract.brand).company,
    signerA: provider?.contactUser ?? '',
    signerB: SIGNERS[manager],
    day: shanghaiDay(house.clock.now()),
  })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
