/** Hands sealed entries of the audit log to a file or a collector of syslog, numbered without a gap and at least once, for whoever collects logs (ADR 78). */
import { open, readFile, rename } from 'node:fs/promises'
import { type SyslogSettings, sendSyslog } from '../adapters/syslog/send-syslog.ts'
import type { Services } from '../app-services.ts'
import { ArchivedSeals } from './archived-seals.ts'
import { type Seal, sealedEntries, sealOf, sealsAfter } from './store.ts'

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

export type NumberedEntry = Readonly<Record<string, unknown>> & {
  readonly number: number
  readonly seal: string
  readonly at: string
}

/** Where entries go; what it took is not given again, what it did not is. */
export type ExportSink = {
  readonly name: string
  /** Keeps how far it is, in a file of its own. */
  readonly positionFile: string
  take(entries: readonly NumberedEntry[]): Promise<void>
}

export const fileSink = (file: string): ExportSink => ({
  name: file,
  positionFile: `${file}.position`,
  take: (entries) => append(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')),
})

export const syslogSink = (settings: SyslogSettings, positionFile: string): ExportSink => ({
  name: `the collector of syslog at ${settings.host}`,
  positionFile,
  take: (entries) =>
    sendSyslog(
      settings,
      entries.map((entry) => ({
        at: entry.at,
        facts: { number: entry.number, seal: entry.seal },
        text: JSON.stringify(entry),
      })),
    ),
})

/** How many were given. Only one process may serve a sink. */
export async function exportEntries(services: Services, sink: ExportSink): Promise<number> {
  let position = await readPosition(sink)
  if (position) await refuseRestored(services, sink, position)
  let written = 0
  // Where everything comes anew, old parts come out of their files.
  let archived: ArchivedSeals | undefined
  for (;;) {
    const last = BigInt(position?.sealId ?? 0)
    const seals = await services.database.read((tx) => sealsAfter(tx, last, SEALS_AT_ONCE))
    if (seals.length === 0) return written
    for (const seal of seals) {
      archived ??= await ArchivedSeals.open(services)
      const texts = await textsOf(services, archived, seal)
      const from: number = position?.number ?? 0
      if (texts.length > 0)
        await sink.take(texts.map((text, index) => numbered(from + index + 1, seal, text)))
      // Killed in between, the same entries come again under the same numbers.
      position = { sealId: String(seal.sealId), digest: seal.digest, number: from + texts.length }
      await writePosition(sink, position)
      written += texts.length
    }
  }
}

/** Fewer than the seal covers would shift the numbers of all that follow. */
async function textsOf(services: Services, archived: ArchivedSeals, seal: Seal): Promise<string[]> {
  const rows = await services.database.read((tx) => sealedEntries(tx, seal.sealId))
  const entries = (await archived.entriesOf(seal.sealId)) ?? rows
  if (entries.length !== seal.entryCount)
    throw new Error(`the entries of seal ${seal.sealId} are not all there: run npm run verify-audit`)
  return entries.map(({ text }) => text)
}

function numbered(number: number, seal: Seal, text: string): NumberedEntry {
  const values = JSON.parse(text) as unknown[]
  const entry = Object.fromEntries(FIELDS.map((name, index) => [name, values[index]]))
  const at = new Date(Number(entry.at) * 1_000).toISOString()
  return { number, seal: String(seal.sealId), ...entry, at }
}

/** Numbers that stand for other entries than they did would mislead whoever has the first ones. */
async function refuseRestored(services: Services, sink: ExportSink, position: Position): Promise<void> {
  const seal = await services.database.read((tx) => sealOf(tx, BigInt(position.sealId)))
  if (seal?.digest === position.digest) return
  throw new Error(
    `the audit log is not the one that was exported to ${sink.name}: after a restore, move ${sink.positionFile} and what was written away, and everything comes anew`,
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

async function readPosition({ positionFile }: ExportSink): Promise<Position | undefined> {
  const text = await readFile(positionFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : (JSON.parse(text) as Position)
}

async function writePosition({ positionFile }: ExportSink, position: Position): Promise<void> {
  const part = `${positionFile}.part`
  const handle = await open(part, 'w', 0o600)
  await handle.writeFile(JSON.stringify(position))
  await handle.sync()
  await handle.close()
  await rename(part, positionFile)
}
