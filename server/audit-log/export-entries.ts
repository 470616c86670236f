/** Writes sealed entries of the audit log to a file as JSON lines, numbered without a gap and at least once, for whoever collects logs (ADR 78). */
import { open, readFile, rename } from 'node:fs/promises'
import type { Services } from '../app-services.ts'
import { type Seal, sealedTexts, sealOf, sealsAfter } from './store.ts'

/** In the order in which an entry is sealed. */
const FIELDS = [
  'entryId',
  'at',
  'accountId',
  'account',
  'realName',
  'providerId',
  'address',
  'requestId',
  'action',
  'objectKind',
  'objectId',
  'objectName',
  'result',
  'reason',
  'before',
  'after',
] as const

const SEALS_AT_ONCE = 50

/** The last that was written; the digest tells a log that was restored since. */
type Position = { readonly sealId: string; readonly digest: string; readonly number: number }

const positionFile = (file: string) => `${file}.position`

/** How many were written. Only one process may write to a file. */
export async function exportEntries(services: Services, file: string): Promise<number> {
  let position = await readPosition(file)
  if (position) await refuseRestored(services, file, position)
  let written = 0
  for (;;) {
    const last = BigInt(position?.sealId ?? 0)
    const seals = await services.database.read((tx) => sealsAfter(tx, last, SEALS_AT_ONCE))
    if (seals.length === 0) return written
    for (const seal of seals) {
      const texts = await services.database.read((tx) => sealedTexts(tx, seal.sealId))
      const from: number = position?.number ?? 0
      await append(file, texts.map((text, index) => lineOf(from + index + 1, seal, text)).join(''))
      // Killed in between, the same lines come again under the same numbers.
      position = { sealId: String(seal.sealId), digest: seal.digest, number: from + texts.length }
      await writePosition(file, position)
      written += texts.length
    }
  }
}

function lineOf(number: number, seal: Seal, text: string): string {
  const values = JSON.parse(text) as unknown[]
  const entry = Object.fromEntries(FIELDS.map((name, index) => [name, values[index]]))
  const at = new Date(Number(entry.at) * 1_000).toISOString()
  return `${JSON.stringify({ number, seal: String(seal.sealId), ...entry, at })}\n`
}

/** Numbers that stand for other entries than they did would mislead whoever has the first ones. */
async function refuseRestored(services: Services, file: string, position: Position): Promise<void> {
  const seal = await services.database.read((tx) => sealOf(tx, BigInt(position.sealId)))
  if (seal?.digest === position.digest) return
  throw new Error(
    `the audit log is not the one that was exported to ${file}: after a restore, move the file and its .position away, and everything is written anew`,
  )
}

/** A line that a kill cut short is ended first, so that it spoils no other. */
async function append(file: string, lines: string): Promise<void> {
  const handle = await open(file, 'a+', 0o600)
  try {
    const { size } = await handle.stat()
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    const isCut = size > 0 && buffer.toString() !== '\n'
    await handle.appendFile(isCut ? `\n${lines}` : lines)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readPosition(file: string): Promise<Position | undefined> {
  const text = await readFile(positionFile(file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : (JSON.parse(text) as Position)
}

async function writePosition(file: string, position: Position): Promise<void> {
  const part = `${positionFile(file)}.part`
  const handle = await open(part, 'w', 0o600)
  await handle.writeFile(JSON.stringify(position))
  await handle.sync()
  await handle.close()
  await rename(part, positionFile(file))
}
