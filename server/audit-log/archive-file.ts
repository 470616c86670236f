// The file of an archived part of the audit log: each of its seals with the digest before it and all entries that it covers, a line each (ADR 153).

import type { Seal, SealedEntry } from './store.ts'

/** As in audit-archives/202611-3f2a…: another log than this one never takes its place. */
export const ARCHIVES_PREFIX = 'audit-archives/'

const FORMAT = 'paywages audit archive 1'

export type ArchivedSeal = Seal & {
  /** The digest of the seal before, so that the file proves itself. */
  readonly previous: string
  /** Also those of another part, where the seal covers both. */
  readonly entries: readonly SealedEntry[]
}

/** Cut off, or not what was written. */
export class ArchiveDamaged extends Error {
  override readonly name = 'ArchiveDamaged'
}

export async function* writeArchive(
  part: string,
  seals: AsyncIterable<ArchivedSeal>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify({ format: FORMAT, part })}\n`)
  let count = 0
  for await (const { sealId, keyId, digest, previous, entryCount, entries } of seals) {
    const head = { seal: String(sealId), keyId, previous, digest, count: entryCount }
    const lines = [
      head,
      ...entries.map(({ text, repeats }) => [repeats === null ? '' : String(repeats), text]),
    ]
    yield Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    count += 1
  }
  yield Buffer.from(`${JSON.stringify({ end: count })}\n`)
}

type SealLine = {
  readonly seal: string
  readonly keyId: string
  readonly previous: string
  readonly digest: string
  readonly count: number
}

/** In the order of the seals; a file that ends early is told at its end. */
export async function* readArchive(
  part: string,
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<ArchivedSeal> {
  const lines = linesOf(stream)
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw new ArchiveDamaged('it is cut off')
    return parsed(value)
  }
  const first = (await next()) as { format?: string; part?: string }
  if (first.format !== FORMAT || first.part !== part)
    throw new ArchiveDamaged('it is no archive of this part')
  for (let count = 0; ; count += 1) {
    const head = (await next()) as Partial<SealLine> & { readonly end?: number }
    if (head.end === count) return
    if (head.seal === undefined || typeof head.count !== 'number')
      throw new ArchiveDamaged('a line is no seal')
    const { seal, keyId = '', previous = '', digest = '' } = head
    const entries: SealedEntry[] = []
    while (entries.length < head.count) {
      const line = await next()
      const [repeats, text] = Array.isArray(line) ? line : []
      if (typeof text !== 'string') throw new ArchiveDamaged('a line is no entry')
      entries.push({ text, repeats: repeats === '' ? null : BigInt(repeats) })
    }
    yield { sealId: BigInt(seal), keyId, previous, digest, entryCount: head.count, entries }
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new ArchiveDamaged('a line cannot be read')
  }
}

async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new ArchiveDamaged('it is cut off')
}
