// What is said between an upload and the thread that judges its rows: one reply to each call, in order.

import type { Secrets } from '../adapters/personal-data/key-ring.ts'
import type { RowPack } from '../adapters/spreadsheet/row-packing.ts'
import type { FactsOnRecord } from './facts-on-record.ts'
import type { JudgeTerms } from './judged-sheet.ts'

export type JudgeCall =
  | { readonly name: 'open'; readonly secrets: Secrets; readonly terms: JudgeTerms }
  | { readonly name: 'take'; readonly rows: RowPack }
  | { readonly name: 'judge' | 'mark'; readonly facts: readonly FactsOnRecord[] }
  | { readonly name: 'takeAgain'; readonly chunk: number }
  | { readonly name: 'sums' | 'close' }

export type JudgeReply = { readonly result: unknown }
