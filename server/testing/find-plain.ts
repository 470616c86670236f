// Looks for plain texts wherever a crash may have left them: in files, in what zips among them unpack to, and in the database.

import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import { filesIn } from './files-in.ts'
import type { TestServices } from './test-services.ts'

/** Where a text stands, as UTF-8 or as UTF-16, or a piece of bytes; empty when nowhere. */
export async function findPlainInFiles(
  folder: string,
  texts: readonly string[],
  pieces: readonly Buffer[] = [],
): Promise<string[]> {
  const needles = [...texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]), ...pieces]
  const found: string[] = []
  for (const path of await filesIn(folder)) {
    const bytes = await readFile(path)
    const places = [bytes, ...unzipped(bytes)]
    if (needles.some((needle) => places.some((place) => place.includes(needle)))) found.push(path)
  }
  return found
}

const LOCAL_HEADER = Buffer.from('PK\u0003\u0004', 'latin1')

/** By its local headers: a zip that is cut off has no directory. */
function* unzipped(bytes: Buffer): Generator<Buffer> {
  for (let at = bytes.indexOf(LOCAL_HEADER); at >= 0; at = bytes.indexOf(LOCAL_HEADER, at + 4)) {
    if (at + 30 > bytes.length) return
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    try {
      // What is there of a cut part is unpacked too.
      yield inflateRawSync(bytes.subarray(start), { finishFlush: 2 })
    } catch {
      // Stored without packing, or no zip at all: then the bytes themselves are searched.
    }
  }
}

/** The tables whose rows, written out as text, hold one of them. */
export async function findPlainInDatabase(
  services: TestServices,
  texts: readonly string[],
): Promise<string[]> {
  const tables = await services.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await services.query(
      `select 1 from ${name} t where exists (select 1 from unnest($1::text[]) x where strpos(t::text, x) > 0) limit 1`,
      [texts],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}
