// A corpus of statements by some thirty banks and five programs: nearly every line is linked rightly, and none wrongly.

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeSealedCopy } from '../adapters/file-store/sealed-copy.ts'
import { parseStatementFile } from '../adapters/pdf/parse-statement-file.ts'
import { PDF_LIMITS } from '../adapters/pdf/pdf-limits.ts'
import { PdfRefused } from '../adapters/pdf/pdf-refused.ts'
import { payRows } from '../testing/bank-statements.ts'
import { createPeople } from '../testing/people.ts'
import { openProviderFixture } from '../testing/provider-fixture.ts'
import { streamOf } from '../testing/sealed-file.ts'
import { CORPUS } from '../testing/statement-corpus.ts'
import { STATEMENT_FILES } from '../testing/statement-files.ts'
import { namesakeRows, sampleRows } from '../testing/statement-samples.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { TYPESET_STATEMENTS } from '../testing/typeset-statements.ts'
import { linkLines } from './link-lines.ts'

const STATEMENTS = [...CORPUS, ...TYPESET_STATEMENTS]
const FOLDER = join(import.meta.dirname, 'corpus')

let services: TestServices
let folder: string
beforeAll(async () => {
  services = await openTestServices()
  folder = await mkdtemp(join(tmpdir(), 'corpus-'))
})
afterAll(async () => {
  await services.close()
  await rm(folder, { recursive: true, force: true })
})

it('links the lines of all statements to their payouts and no line to another', async () => {
  const { pay, providerId } = await openProviderFixture(services, await createPeople(services))
  const listedRows = await payRows(services, pay, sampleRows())
  const namesakes = await payRows(services, pay, namesakeRows())
  const paid = [...listedRows, ...namesakes].map(({ rowId }) => BigInt(rowId))
  const files = await readdir(FOLDER)
  // Made again, the corpus would have these files and no others.
  expect(files.toSorted()).toEqual(STATEMENT_FILES)
  let [listed, right] = [0, 0]
  const wrong: string[] = []
  const missed: string[] = []
  for (const file of files) {
    const { truth } = STATEMENTS.find(({ name }) => file.replace(/-[^-]*$/, '') === name) ?? { truth: [] }
    const copy = await writeSealedCopy(folder, streamOf(join(FOLDER, file)))
    const read = await parseStatementFile(copy, PDF_LIMITS).catch((error: unknown) => {
      if (error instanceof PdfRefused) wrong.push(`${file} is refused: ${error.code}`)
      else throw error
    })
    const { lines, totals, unread } = read ?? { lines: [], totals: [], unread: [] }
    if (unread.length > 0) wrong.push(`${file}: not understood: ${unread[0]?.text}`)
    const decisions = await services.database.read((tx) =>
      linkLines(tx, services.cipher, providerId, lines, services.clock.now()),
    )
    for (const { kind, printed, read } of totals)
      if (printed !== read) wrong.push(`${file}: ${kind} is ${read}, not ${printed}`)
    truth.forEach((expected, index) => {
      const decision = decisions[index]
      const isLinked = decision?.result === 'linked'
      if (expected !== null) listed += 1
      const isRight =
        expected === 'batch'
          ? decision?.batchRows?.length === listedRows.length
          : expected !== null && decision?.rowId === paid[expected]
      if (isLinked && isRight) right += 1
      else if (isLinked) wrong.push(`${file} line ${index + 1}`)
      else if (expected !== null) missed.push(`${file} line ${index + 1} ${decision?.result}`)
    })
  }
  expect(wrong).toEqual([])
  expect(right / listed, missed.join('\n')).toBeGreaterThanOrEqual(0.97)
})
