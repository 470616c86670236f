// Reading a bank statement of a thousand lines, from its bytes to its lines, against the bare text extraction of pdf.js in the same run.

import { openPdf } from '@paywages/server/adapters/pdf/open-pdf.ts'
import { parseBankStatement } from '@paywages/server/adapters/pdf/parse-bank-statement.ts'
import { PDF_LIMITS } from '@paywages/server/adapters/pdf/pdf-limits.ts'
import { LAYOUTS, type Layout, statementPdf } from '@paywages/server/testing/statement-pdfs.ts'
import { atMost, type Finding, printTable } from './print-table.ts'

const LINES = 1_000
const WARM_UP = 2
const RUNS = 9

const NAMES = ['黄马户', '阿卜杜拉·买买提艾力', '王小明', '龙飞', 'John Smith', '欧阳青见']

function makeAccountStatement(layout: Layout): Promise<Uint8Array> {
  const payments = Array.from({ length: LINES }, (_, index) => ({
    at: new Date(Date.UTC(2026, 10, 14, 2, 0, index % 60)),
    reference: `PW2026111400${index % 10}R${index + 2}Xabcd`,
    serial: String(9_000_000 + index),
    name: NAMES[index % NAMES.length] ?? '',
    cardNo: `6222021202${String(index).padStart(8, '0')}8`,
    netFen: BigInt(100 + index * 12_345),
    remark: index % 4 === 0 ? '劳务费第一周含夜班补贴以及上月补发的部分' : '劳务费',
  }))
  return statementPdf(layout, payments)
}

/** What the library does alone: open, and the text of every page. */
async function bareText(bytes: Uint8Array): Promise<void> {
  const pdf = await openPdf(new Uint8Array(bytes))
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    await page.getTextContent()
    page.cleanup()
  }
  await pdf.loadingTask.destroy()
}

async function ours(bytes: Uint8Array): Promise<void> {
  const { lines } = await parseBankStatement(new Uint8Array(bytes), PDF_LIMITS)
  if (lines.length !== LINES) throw new Error(`${lines.length} lines were read`)
}

async function timed(work: () => Promise<void>): Promise<number> {
  globalThis.gc?.()
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

/** The least disturbed of several runs, which alternate so that noise falls on both. */
async function compare(bytes: Uint8Array): Promise<{ bare: number; read: number }> {
  const bare: number[] = []
  const read: number[] = []
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    const both = [await timed(() => bareText(bytes)), await timed(() => ours(bytes))] as const
    if (run < WARM_UP) continue
    bare.push(both[0])
    read.push(both[1])
  }
  return { bare: Math.min(...bare), read: Math.min(...read) }
}

const findings: Finding[] = []
for (const [name, layout] of Object.entries(LAYOUTS)) {
  const { bare, read } = await compare(await makeAccountStatement(layout))
  findings.push(atMost(`${LINES} lines, layout ${name}, against the bare text`, read / bare, 1.5), {
    what: '  the bare text takes',
    measured: `${bare.toFixed(0)} ms`,
    goal: '',
    met: null,
  })
}
printTable(findings)
