// Receives an uploaded payout sheet, and answers with what became of it.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { netMayDiffer } from '@paywages/domain/payouts/net-pay.ts'
import { isSettledFor } from '@paywages/domain/payouts/sheet-layout.ts'
import type { UploadResult } from '@paywages/wire/payouts/shapes.ts'
import type { Actor } from '../actor.ts'
import { readPacked } from '../adapters/spreadsheet/read-sheet.ts'
import type { SheetSummary } from '../adapters/spreadsheet/sheet-summary.ts'
import type { Services } from '../app-services.ts'
import { withReceivedSheet } from '../files/received-sheet.ts'
import type { ReceivedFile } from '../http/call.ts'
import { findProvider } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { grossRows } from './gross-rows.ts'
import { layoutsOf, touchLayout } from './layout-store.ts'
import { judgeOnThread } from './open-judge.ts'
import { checkLayoutKey, readAnswer, rememberAnswer } from './sheet-layouts.ts'
import { uploadSheet } from './upload-sheet.ts'

type SheetInput = {
  readonly fileName?: string | undefined
  readonly confirmDuplicate?: '0' | '1' | undefined
  readonly columns?: string | undefined
  readonly confirmTotals?: '0' | '1' | undefined
  readonly uploadKey?: string | undefined
}

export async function receiveSheet(
  services: Services,
  by: Actor,
  files: readonly ReceivedFile[],
  input: SheetInput,
  signal: AbortSignal,
): Promise<UploadResult> {
  const reading = { action: 'upload-sheet', fileName: input.fileName, signal } as const
  return withReceivedSheet(services, by, files, reading, async (file, copy) => {
    const answer = readAnswer(input.columns)
    const [provider, layouts] = await services.database.read((tx) =>
      Promise.all([findProvider(tx, by.person.providerId), layoutsOf(tx, by.person.providerId)]),
    )
    if (!provider) throw new Refused('not-found')
    const mayDiffer = netMayDiffer(provider)
    if (answer) {
      await checkLayoutKey(copy, answer, { fileName: file.name, signal })
      await rememberAnswer(services, by, answer, file, mayDiffer)
    }
    let summary: SheetSummary | undefined
    const onEnd = (told: SheetSummary) => {
      summary = told
    }
    let expected = 0
    const onProgress = (_: number, foreseen?: number) => {
      expected = foreseen ?? expected
    }
    const packs = readPacked(copy, {
      kind: 'payouts',
      fileName: file.name,
      columns: answer,
      layouts: layouts.filter((layout) => isSettledFor(mayDiffer, layout)),
      netMayDiffer: mayDiffer,
      thisMonth: shanghaiDay(by.at).slice(0, 7),
      onProgress,
      onEnd,
      signal,
    })
    const nets = new Map<number, Fen>()
    const result = await uploadSheet(services, by, judgeOnThread(services), {
      file,
      rows: mayDiffer ? grossRows(services, provider, by, packs, nets) : packs,
      nets,
      expectedRows: () => expected,
      summary: () => summary,
      confirmDuplicate: input.confirmDuplicate === '1',
      confirmTotals: input.confirmTotals === '1',
      uploadKey: input.uploadKey,
      signal,
    })
    const used = summary?.layoutKey
    if (used !== undefined)
      await services.database.transact((tx) => touchLayout(tx, by.person.providerId, used, by.at))
    return result
  })
}
