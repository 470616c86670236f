// Finds bank files that were handed out and of which the database knows nothing: it was restored to before that (ADR 162).

import type { Services } from '../app-services.ts'
import { noteMarksLooked, readGate } from '../transfers/gate-store.ts'
import { holdFiles } from '../transfers/note-restore.ts'
import { FORGOTTEN, isOpenMark } from './file-hold.ts'
import { type FileMark, handedOut, readMark } from './file-marks.ts'
import { downloadedAmong } from './file-store.ts'

export type ForgottenFile = { readonly storeFileId: string; readonly mark: FileMark | undefined }

const CHUNK = 1_000

/** The store is listed once; only what the database does not know is read. */
export async function findForgottenFiles(services: Services): Promise<ForgottenFile[]> {
  const forgotten: ForgottenFile[] = []
  let chunk: { storeFileId: string; key: string }[] = []
  const flush = async () => {
    const ids = chunk.map(({ storeFileId }) => storeFileId)
    const known = await services.database.read((tx) => downloadedAmong(tx, ids))
    for (const { storeFileId, key } of chunk)
      if (!known.has(storeFileId)) forgotten.push({ storeFileId, mark: await readMark(services, key) })
    chunk = []
  }
  for await (const one of handedOut(services)) {
    chunk.push(one)
    if (chunk.length === CHUNK) await flush()
  }
  await flush()
  return forgotten
}

/** Each is a sign of a restore, and told once: whoever has compared after it need not do so again. */
export async function noteForgottenFiles(services: Services): Promise<ForgottenFile[]> {
  const { current } = await services.database.query((tx) => readGate(tx))
  const forgotten = await findForgottenFiles(services)
  for (const { storeFileId, mark } of forgotten) {
    const isNew = await services.database.transact((tx) => holdFiles(tx, services, FORGOTTEN + storeFileId))
    if (isNew)
      services.log.error(
        { storeFileId, ...(mark && { ...mark, payments: mark.payments.length > 0 }) },
        'the database has forgotten a bank file that was handed out',
      )
  }
  await services.database.transact((tx) => noteMarksLooked(tx, current.startedAt))
  return forgotten
}

/** Those that nobody has compared with online banking since. */
export async function openForgottenFiles(services: Services): Promise<ForgottenFile[]> {
  const forgotten = await noteForgottenFiles(services)
  return services.database.read(async (tx) => {
    const open: ForgottenFile[] = []
    for (const file of forgotten)
      if (file.mark === undefined || (await isOpenMark(tx, file.mark))) open.push(file)
    return open
  })
}

/** As `npm run verify` prints it. */
export function forgottenText({ storeFileId, mark }: ForgottenFile): string {
  if (mark === undefined) return `a bank file that cannot be named (${storeFileId})`
  const { providerId, company, name, rows, sum, at } = mark
  return `provider ${providerId}${company && ` (${company})`}: ${name}, ${rows} rows, ${sum} yuan, handed out at ${at}`
}
