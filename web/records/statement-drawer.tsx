// The bank statement that lists a payout, opened at its page beside the rows; the button of a row that opens it.

import { netOf } from '@paywages/domain/ledger/postings.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { fileIdIn } from '@paywages/wire/files/file-url.ts'
import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { DetailDrawer } from '../ui/display/detail-drawer.tsx'
import { FilePreview } from '../ui/files/file-preview.tsx'
import { useLast } from '../ui/page/use-last.ts'
import { statementFileLabels as labels } from './labels.ts'
import { cardTail } from './payee-account.tsx'
import './statement-drawer.css'

export type ShownStatement = {
  readonly fileId: string
  readonly fileName?: string
  readonly page: number | null
  /** What to look for on that page. */
  readonly about: string
}

type StatementDrawerProps = { statement: ShownStatement | undefined; onClose: () => void }

export function StatementDrawer({ statement, onClose }: StatementDrawerProps) {
  const shown = useLast(statement)
  return (
    <DetailDrawer
      open={statement !== undefined}
      title={titleOf(shown)}
      width="min(920px, 72vw)"
      onClose={onClose}
    >
      {shown === undefined ? null : (
        <div className="statement-view">
          <p className="statement-about">
            {labels.lookFor}
            <strong>{shown.about}</strong>
          </p>
          <FilePreview
            fileId={shown.fileId}
            name={shown.fileName ?? labels.anyName}
            size="page"
            page={shown.page ?? 1}
          />
        </div>
      )}
    </DetailDrawer>
  )
}

function titleOf(shown: ShownStatement | undefined): string {
  const page = shown?.page ?? null
  return page === null ? labels.title : labels.titleAt(page)
}

type Listed = Pick<
  DetailRow,
  'statementFile' | 'statementPage' | 'name' | 'cardNo' | 'amountFen' | 'taxFen' | 'vatFen'
>

/** Undefined where no statement lists the row. */
export function statementOf(row: Listed): ShownStatement | undefined {
  const fileId = fileIdIn(row.statementFile)
  if (fileId === undefined) return undefined
  // The bank was sent, and lists, what is left after tax and VAT.
  const net = formatYuanGrouped(netOf(row))
  // Only a PDF has pages; anything else is a download.
  const fileName = row.statementPage === null ? labels.anyFile : labels.anyName
  return {
    fileId,
    fileName,
    page: row.statementPage,
    about: labels.about(row.name, cardTail(row.cardNo), net),
  }
}

type ViewButtonProps = { whose: string; onClick: () => void }

export function ViewStatementButton({ whose, onClick }: ViewButtonProps) {
  return (
    <button className="statement-look" type="button" aria-label={labels.lookOf(whose)} onClick={onClick}>
      {labels.look}
    </button>
  )
}
