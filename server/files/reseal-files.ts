// Seals stored files anew under the current key, one at a time with its row held, so that nobody removes it meanwhile and two workers do not meet (ADR 87).

import { FileDamaged, ReplacedMeanwhile } from '../adapters/file-store/store-errors.ts'
import type { Position, Renewed } from '../adapters/postgres/sealed-column.ts'
import type { Services } from '../app-services.ts'
import { FILES_PREFIX } from './receive-file.ts'
import { filesByKey, holdFileBehind, markSealed, staleFilesBehind } from './store.ts'

const PIECE = 50
const ANY_SIZE = { limitBytes: Number.MAX_SAFE_INTEGER }

export async function resealFiles(services: Services, after: Position | undefined): Promise<Renewed> {
  const { currentId } = services.keys
  const ids = await services.database.query((tx) =>
    staleFilesBehind(tx, currentId, after?.[0] as string | undefined, PIECE),
  )
  let [renewed, broken] = [0, 0]
  for (const fileId of ids) {
    const outcome = await resealOne(services, fileId)
    if (outcome === 'renewed') renewed += 1
    if (outcome === 'broken') broken += 1
  }
  return { renewed, broken, next: ids.length === PIECE ? [ids.at(-1)] : undefined }
}

type Outcome = 'renewed' | 'broken' | 'passed-over'

/** Killed between the file and its row, it is sealed once more. */
async function resealOne(services: Services, fileId: string): Promise<Outcome> {
  const { currentId } = services.keys
  return services.database.transact(async (tx) => {
    const storeKey = await holdFileBehind(tx, fileId, currentId)
    if (storeKey === undefined) return 'passed-over'
    const outcome = await resealObject(services, storeKey)
    // Files that the store lost are told by `verify`; nothing of them lies under an older key.
    if (outcome !== 'broken') await markSealed(tx, fileId, currentId)
    return outcome
  }, 'long')
}

type Sealed = Pick<Services, 'files' | 'keys'>

async function resealObject({ files, keys }: Sealed, key: string): Promise<Outcome> {
  try {
    const keyId = await files.sealedUnder(key)
    if (keyId === undefined || keyId === keys.currentId) return 'passed-over'
    const body = await files.get(key)
    if (body === undefined) return 'passed-over'
    // What somebody wrote meanwhile is sealed under its own key, and newer.
    await files.put(key, body.stream, { ...ANY_SIZE, over: body.version })
    return 'renewed'
  } catch (error) {
    if (error instanceof FileDamaged) return 'broken'
    if (error instanceof ReplacedMeanwhile) return 'passed-over'
    throw error
  }
}

export async function fileUses(services: Services): Promise<ReadonlyMap<string, number>> {
  return services.database.query((tx) => filesByKey(tx))
}

const isOther = (key: string) => !key.startsWith(FILES_PREFIX) && !key.startsWith('probe/')

/** What lies in the store without a row, as anchors of the audit log and the server that sends: small, some of them written again and again, looked through from the start each time. */
export async function resealOthers(services: Sealed): Promise<Renewed> {
  let [renewed, broken] = [0, 0]
  for await (const { key } of services.files.list('')) {
    if (!isOther(key)) continue
    const outcome = await resealObject(services, key)
    if (outcome === 'renewed') renewed += 1
    if (outcome === 'broken') broken += 1
  }
  return { renewed, broken, next: undefined }
}

/** By their headers, whatever the database says: what is proved here is true of the bytes. */
export async function storedUses(services: Services, which: 'all' | 'others'): Promise<Map<string, number>> {
  const uses = new Map<string, number>()
  for await (const { key } of services.files.list('')) {
    if (key.startsWith('probe/') || (which === 'others' && !isOther(key))) continue
    const keyId = await services.files.sealedUnder(key).catch((error: unknown) => {
      if (error instanceof FileDamaged) return 'damaged'
      throw error
    })
    if (keyId !== undefined) uses.set(keyId, (uses.get(keyId) ?? 0) + 1)
  }
  return uses
}
