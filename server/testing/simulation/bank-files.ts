// The bank files of a seed as they stand, and the steps that its people take with them.

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileState } from '@paywages/domain/bank-files/file-life.ts'
import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import type { Services } from '../../app-services.ts'
import { decideResult } from '../../bank-files/decide-result.ts'
import { downloadBankFile } from '../../bank-files/file-steps.ts'
import { importResult } from '../../bank-files/import-result.ts'
import { uploadsOf } from '../../files/receive-file.ts'
import type { ResultFile } from './file-counter.ts'
import type { World } from './world.ts'

/** Why a withdrawal is not agreed to. */
export const MAY_BE_SUBMITTED = 'it may be at the bank'

export type FileAtHand = {
  readonly id: number
  readonly state: FileState
  readonly providerId: number
  readonly withdrawing: boolean
  readonly downloads: number
  /** Of the result that waits for a second person. */
  readonly resultId: number | null
  readonly sha256: string | null
  /** How often its lines were assigned, and how many of them nobody has decided. */
  readonly revision: number
  readonly undecided: number
}

export function bankFiles(world: World): Promise<FileAtHand[]> {
  return world.query<FileAtHand>(
    `select f.bank_file_id as id, f.state, f.provider_id as "providerId", f.withdrawal_asked_by is not null as withdrawing,
       f.download_count as downloads, r.result_id as "resultId", r.sha256, coalesce(r.revision, 0) as revision,
       (select count(*)::int from bank_file_ambiguous_lines l where l.result_id = r.result_id and l.assigned_by is null) as undecided
     from bank_files f left join bank_file_results r on r.bank_file_id = f.bank_file_id and r.state = 'waiting'
     where f.provider_id = any($1::int[]) order by f.bank_file_id`,
    [world.providers.map(({ providerId }) => providerId)],
  )
}

/** In hand from the last byte on: whoever is killed before that has to download it again. */
export async function download(world: World, services: Services, file: FileAtHand): Promise<void> {
  const by = world.by(world.providerOf(file).pay)
  const reason = file.downloads > 0 ? 'interrupted' : ''
  const { stream } = await downloadBankFile(services, by, file.id, reason)
  world.inHand.set(file.id, Buffer.concat(await stream.toArray()))
  if (file.downloads > 0) world.coverage.saw('file downloaded again')
}

/** Uploaded and kept, with the digest of what was looked at. */
export async function post(
  world: World,
  services: Services,
  file: FileAtHand,
  { name, bytes }: ResultFile,
): Promise<void> {
  const by = world.by(world.providerOf(file).pay)
  const part = { name, stream: Readable.from([bytes]), maxBytes: FILE_RULES['bank-result'].limitBytes }
  const received = await uploadsOf(services).receive(by, part)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await importResult(services, by, { bankFileId: file.id, files: [received], sha256 })
}

export function decide(
  world: World,
  services: Services,
  file: FileAtHand,
  confirms: boolean,
  role: 'check' | 'pay' = 'check',
): Promise<void> {
  return decideResult(services, world.by(world.providerOf(file)[role]), {
    bankFileId: file.id,
    resultId: file.resultId ?? 0,
    sha256: file.sha256 ?? '',
    revision: file.revision,
    confirms,
    reason: 'looked',
  })
}
