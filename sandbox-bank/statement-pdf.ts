// The account's statement of a day as PDF, as banks give it to their customers; names are data and never markup.

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { shanghaiTime } from './clock.ts'
import { STATEMENT_LABELS } from './labels.ts'
import { yuan } from './money.ts'
import type { Line } from './statement.ts'

/** Longer days come in parts: a document is made in one go, and other calls wait for it. */
export const LINES_A_PART = 1_000

const SOURCE = `
#let d = json(bytes(sys.inputs.data))
#set document(title: d.title)
#set page(paper: "a4", flipped: true, margin: (x: 1.4cm, y: 1.6cm),
  footer: text(size: 7pt, fill: luma(90))[#text(d.note) #h(1fr) #context counter(page).display("1 / 1", both: true)])
#set text(font: "Noto Sans SC", size: 8pt, lang: "zh")
#align(center, text(size: 14pt, weight: "bold", d.title))
#text(d.subtitle)
#table(
  columns: (auto, auto, auto, 4.2cm, auto, auto, 1fr),
  align: (x, _) => if x == 5 { right } else { left },
  stroke: 0.4pt + luma(140), inset: (x: 5pt, y: 3.5pt),
  table.header(..d.headings.map(h => strong(text(h)))),
  ..d.rows.flatten().map(c => text(c)),
)
#text(d.total)
`

let compiler: Promise<NodeCompiler> | undefined

/** Loaded at the first statement: a bank that prints none needs neither its time nor its memory. */
async function openCompiler(): Promise<NodeCompiler> {
  const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler')
  const fonts = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/package.json')))
  const fontPaths = ['400Regular', '700Bold'].map((weight) => join(fonts, weight))
  return NodeCompiler.create({ fontArgs: [{ fontPaths }] })
}

export async function statementPdf(day: string, lines: readonly Line[]): Promise<Buffer> {
  const debits = lines.filter(({ kind }) => kind === 'debit')
  const sum = (of: readonly Line[]) =>
    yuan(of.reduce((fen, { transfer }) => fen + BigInt(transfer.order.amountFen), 0n))
  const returns = lines.filter(({ kind }) => kind === 'return')
  const data = {
    title: STATEMENT_LABELS.title,
    subtitle: STATEMENT_LABELS.subtitle(day),
    note: STATEMENT_LABELS.note,
    headings: STATEMENT_LABELS.columns,
    rows: lines.map(cellsOf),
    total: STATEMENT_LABELS.total(debits.length, sum(debits), returns.length, sum(returns)),
  }
  compiler ??= openCompiler()
  const typst = await compiler
  try {
    return typst.pdf({ mainFileContent: SOURCE, inputs: { data: JSON.stringify(data) } })
  } finally {
    typst.evictCache(0)
  }
}

/** Of the card the bank has kept no more than its last digits. */
function cellsOf({ serial, kind, at, transfer }: Line): string[] {
  const { reference, name, cardTail, amountFen } = transfer.order
  const isReturn = kind === 'return'
  return [
    shanghaiTime(at),
    String(serial),
    reference,
    name,
    `************${cardTail}`,
    `${isReturn ? '' : '-'}${yuan(BigInt(amountFen))}`,
    isReturn ? STATEMENT_LABELS.returned : STATEMENT_LABELS.paid,
  ]
}
