// A provider of its own with a generated contract, and what is needed to save it.

import { pdfSample } from '@paywages/domain/files/file-samples.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import type { Endpoints } from '@paywages/wire/endpoints.ts'
import { generateContracts } from '../enterprise-contracts/generate-contracts.ts'
import { actorOf } from './actor.ts'
import type { Client, SentFile } from './client.ts'
import { freshName } from './endpoint-samples.ts'
import { createProvider, type People } from './people.ts'
import { storeCategory } from './stored-records.ts'
import type { TestServices } from './test-services.ts'

export type SaveInput = InputOf<Endpoints['saveEnterpriseContract']>

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

export async function contractRow(services: TestServices, contractId: number): Promise<ContractRow> {
  const [row] = await services.query<ContractRow>(
    'select *, begin_day::text as begin, end_day::text as "end" from enterprise_contracts where contract_id = $1',
    [contractId],
  )
  if (!row) throw new Error('there is no such contract')
  return row
}

/** Made by a manager of platform A, for a fresh provider and for whoever else lacks one. */
export async function generatedContract(services: TestServices, people: People): Promise<ContractRow> {
  const providerId = await services.database.transact((tx) =>
    createProvider(tx, services, freshName(), [people.platforms.A]),
  )
  await generateContracts(services, await actorOf(services, 'managerA'))
  const [row] = await services.query<{ contract_id: number }>(
    'select contract_id from enterprise_contracts where provider_id = $1',
    [providerId],
  )
  return contractRow(services, row?.contract_id ?? 0)
}

/** Changes nothing but the category, which every save asks for. */
export async function saveOf(
  services: TestServices,
  row: ContractRow,
  over: Partial<SaveInput> = {},
): Promise<SaveInput> {
  return {
    contractId: row.contract_id,
    contractNo: row.contract_no,
    contractName: row.name,
    categoryId: row.category_id ?? over.categoryId ?? (await storeCategory(services)),
    status: row.status as SaveInput['status'],
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

export function entriesOf(services: TestServices, contractId: number) {
  return services.query<{
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

export function eventsOf(services: TestServices, contractId: number) {
  return services.query<{ kind: string; account_id: number | null; at: Date; changes: unknown }>(
    'select kind, account_id, at, changes from contract_events where contract_id = $1 order by event_id',
    [contractId],
  )
}
