// /bankfiles: the files of a batch on their way to the bank and back (picture 21, ADR 81).

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { batchBankFiles } from '@paywages/wire/bank-files/endpoints.ts'
import type { BankFileRow, BatchFiles } from '@paywages/wire/bank-files/shapes.ts'
import { Button } from 'antd'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../api/queries.ts'
import { batchAddress, batchIdIn, RESULTS_PAGE, RETURNS_OF } from '../records/batch-address.ts'
import { DescriptionSkeleton } from '../ui/display/description-list.tsx'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { EmptyBlock } from '../ui/feedback/state-blocks.tsx'
import { CountFigure, TotalsStrip } from '../ui/list/totals-strip.tsx'
import { useGo, usePageSearch } from '../ui/page/address.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { NO_SUCH_RECORD, RecordError } from '../ui/page/record-page.tsx'
import { Contradictions } from './contradictions.tsx'
import { FileTable } from './file-table.tsx'
import { TILES, tileOf } from './file-words.ts'
import { fileStateLabels, fileStateTones, bankFileLabels as labels } from './labels.ts'
import { ResultPanel } from './result-panel.tsx'
import './bank-files.css'

const MAKING_MS = 1_500
const WORKING_MS = 3_000
const RESTING_MS = 15_000

/** Sooner while the worker has something to do. */
function paceOf(batch: BatchFiles | undefined): number | false {
  if (batch === undefined) return false
  if (!batch.made) return MAKING_MS
  return batch.files.some(({ state }) => state === 'confirmed') ? WORKING_MS : RESTING_MS
}

export function BankFilesPage() {
  const batchId = batchIdIn(usePageSearch())
  const query = useCall(
    batchBankFiles,
    { batchId: batchId ?? 0 },
    { enabled: batchId !== undefined, refetchEvery: paceOf },
  )
  if (query.data) return <BatchFilesView batch={query.data} />
  const error = batchId === undefined ? NO_SUCH_RECORD : query.error
  return (
    <>
      <PageTitle />
      {error !== null ? (
        <RecordError query={{ ...query, error }} failure={batchBankFiles.failure} />
      ) : (
        <DescriptionSkeleton rows={8} />
      )}
    </>
  )
}

const grouped = (count: number): string => count.toLocaleString('en-US')

function subtitleOf({ batchNo, bankName, accountTail, files, made }: BatchFiles): string {
  if (!made) return labels.subtitleMaking(batchNo, bankName, accountTail)
  const rows = files.reduce((sum, { rowCount }) => sum + rowCount, 0)
  const sum = files.reduce((total, { sumFen }) => total + sumFen, 0n)
  return labels.subtitle(
    batchNo,
    bankName,
    accountTail,
    grouped(files.length),
    grouped(rows),
    formatYuanGrouped(sum),
  )
}

/** Which file is open below the table: to import what the bank says, or to look at it. */
type OpenFile = { readonly id: number; readonly imports: boolean }

function BatchFilesView({ batch }: { batch: BatchFiles }) {
  const go = useGo()
  const returnsOf = usePageSearch()[RETURNS_OF]
  const asked = batch.files.find(({ name, actions }) => name === returnsOf && actions.includes('import'))
  const [shown, setShown] = useState<OpenFile | undefined>(asked && { id: asked.bankFileId, imports: true })
  const opened = batch.files.find(({ bankFileId }) => bankFileId === shown?.id)
  return (
    <>
      <PageTitle
        title={batch.fileName}
        tag={
          batch.ended ? (
            <StatusTag tone="ok">{labels.finished}</StatusTag>
          ) : (
            <StatusTag tone="run" live>
              {labels.running}
            </StatusTag>
          )
        }
        purpose={subtitleOf(batch)}
        actions={
          <Button onClick={() => go(RESULTS_PAGE, batchAddress(batch.batchId))}>{labels.results}</Button>
        }
      />
      {batch.paused ? <Notice tone="bad" title={labels.paused} /> : null}
      {batch.held ? (
        <Notice tone="bad" title={labels.held}>
          {labels.heldHint}
        </Notice>
      ) : null}
      {batch.unproven && batch.files.some(({ state }) => state === 'made' || state === 'downloaded') ? (
        <Notice tone="wait" title={labels.unproven}>
          {labels.unprovenHint}
        </Notice>
      ) : null}
      {batch.files.map((file) => (
        <Contradictions key={file.bankFileId} file={file} />
      ))}
      {batch.files.length === 0 ? (
        <EmptyBlock
          title={batch.made ? labels.none : labels.making}
          hint={batch.made ? labels.noneHint : labels.makingHint}
        />
      ) : (
        <>
          <Tiles files={batch.files} />
          <FileTable
            batch={batch}
            openId={shown?.id}
            onOpen={(file, imports) => setShown({ id: file.bankFileId, imports })}
          />
          {opened === undefined ? null : (
            <ResultPanel
              key={`${opened.bankFileId} ${opened.state} ${shown?.imports}`}
              file={opened}
              imports={shown?.imports ?? false}
              onAssign={() => setShown({ id: opened.bankFileId, imports: false })}
              onClose={() => setShown(undefined)}
            />
          )}
          <p className="bank-files-note">
            <Info size={14} aria-hidden="true" />
            {labels.twice}
          </p>
        </>
      )}
    </>
  )
}

function Tiles({ files }: { files: readonly BankFileRow[] }) {
  const totals = TILES.map((state) => {
    const tile = tileOf(files, state)
    return {
      label: fileStateLabels[state],
      dot: fileStateTones[state],
      figure: <CountFigure count={tile.files} unit={labels.filesUnit} />,
      note: labels.noteOf(grouped(tile.rows), formatYuanGrouped(tile.sumFen)),
    }
  })
  return <TotalsStrip totals={totals} label={labels.figures} />
}
