// A provider of its own with a generated contract, and what is needed to save it.

import { pdfSample } from '@paywages/domain/files/file-samples.ts'
import type { AskOf } from '@paywages/wire/endpoint.ts'
import type { Endpoints } from '@paywages/wire/endpoints.ts'
import { generateContracts } from '../contracts/generate-contracts.ts'
import { actorOf } from './actor.ts'
import type { Client, SentFile } from './client.ts'
import { freshName } from './endpoint-samples.ts'
import { storeCategory } from './papers.ts'
import { createProvider, type People } from './people.ts'
import type { TestHouse } from './test-house.ts'

export type SaveAsk = AskOf<Endpoints['saveEnterpriseContract']>

export type ContractRow = {
  readonly contract_id: number
  readonly contract_no: string
  readonly name: string
  readonly provider_id: number
  readonly category_id: number | null
  readonly status: string
  readonly begin: string | null
  readonly end: string | null
  readonly brand: number
  readonly service_rate: number
  readonly generated_at: Date
  readonly signed_at: Date | null
  readonly made_file_id: string | null
  readonly signed_file_id: string | null
  readonly text_version: string | null
  readonly version: number
}

export async function contractRow(house: TestHouse, contractId: number): Promise<ContractRow> {
  const [row] = await house.query<ContractRow>(
    'select *, begin_day::text as begin, end_day::text as "end" from enterprise_contracts where contract_id = $1',
    [contractId],
  )
  if (!row) throw new Error('there is no such contract')
  return row
}

/** Made by a manager of platform A, for a fresh provider and for whoever else lacks one. */
export async function generatedContract(house: TestHouse, people: People): Promise<ContractRow> {
  const providerId = await house.database.transact((tx) =>
    createProvider(tx, house, freshName(), [people.platforms.A]),
  )
  await generateContracts(house, await actorOf(house, 'managerA'))
  const [row] = await house.query<{ contract_id: number }>(
    'select contract_id from enterprise_contracts where provider_id = $1',
    [providerId],
  )
  return contractRow(house, row?.contract_id ?? 0)
}

/** Changes nothing but the category, which every save asks for. */
export async function saveOf(
  house: TestHouse,
  row: ContractRow,
  over: Partial<SaveAsk> = {},
): Promise<SaveAsk> {
  return {
    contractId: row.contract_id,
    contractNo: row.contract_no,
    contractName: row.name,
    categoryId: row.category_id ?? over.categoryId ?? (await storeCategory(house)),
    status: row.status as SaveAsk['status'],
    beginDay: row.begin,
    endDay: row.end,
    fileId: row.signed_file_id ?? row.made_file_id ?? '',
    version: row.version,
    ...over,
  }
}

export async function uploaded(
  client: Client,
  file: SentFile = { fileName: 'signed.pdf', value: pdfSample() },
  fileKind = 'contract',
): Promise<string> {
  const { body } = await client.wire('uploadFile', { file, fileKind })
  if (body.status !== 0) throw new Error(`the file was refused: ${JSON.stringify(body)}`)
  return String(body.data)
}

export function entriesOf(house: TestHouse, contractId: number) {
  return house.query<{
    action: string
    account: string
    before: unknown
    after: unknown
    provider_id: number
  }>(
    `select action, account, before, after, provider_id from audit_entries
     where object_kind = 'enterprise-contract' and object_id = $1 order by entry_id`,
    [String(contractId)],
  )
}

export function eventsOf(house: TestHouse, contractId: number) {
  return house.query<{ kind: string; account_id: number | null; at: Date; changes: unknown }>(
    'select kind, account_id, at, changes from contract_events where contract_id = $1 order by event_id',
    [contractId],
  )
}
