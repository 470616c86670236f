// The files that the tax client imports for a closed month: people to collect first, then income, with what is left out.

import { previewImports } from '@paywages/wire/tax/imports/endpoints.ts'
import type { Filing } from '@paywages/wire/tax/shapes.ts'
import { Button } from 'antd'
import { useCall } from '../../api/queries.ts'
import { DescriptionSkeleton } from '../../ui/display/description-list.tsx'
import { DetailDrawer } from '../../ui/display/detail-drawer.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { EmptyBlock, ErrorBlock } from '../../ui/feedback/state-blocks.tsx'
import { importLabels as labels } from './import-labels.ts'
import { ImportTie, IncomeFile } from './income-file.tsx'
import { PeopleFile } from './people-file.tsx'
import './import-drawer.css'

type ImportDrawerProps = {
  /** Kept while the drawer closes, so that nothing vanishes from it. */
  filing: Filing | undefined
  open: boolean
  onClose: () => void
  /** Leads to the choices that are still to be made. */
  onChoices: (filing: Filing) => void
}

export function ImportDrawer({ filing, open, onClose, onChoices }: ImportDrawerProps) {
  const { providerId = 0, month = '' } = filing ?? {}
  const query = useCall(previewImports, { providerId, month }, { enabled: open && filing !== undefined })
  const preview = query.data
  return (
    <DetailDrawer open={open} title={month === '' ? labels.anyTitle : labels.title(month)} onClose={onClose}>
      {preview !== undefined ? (
        <div className="import-files">
          <p className="import-provider">{preview.providerName}</p>
          <p className="import-purpose">{labels.purpose}</p>
          {filing === undefined || filing.openChoiceCount === 0 ? null : (
            <Notice
              tone="wait"
              title={labels.choices(filing.openChoiceCount.toLocaleString('en-US'))}
              action={<Button onClick={() => onChoices(filing)}>{labels.toChoices}</Button>}
            >
              {labels.choicesWhy}
            </Notice>
          )}
          <PeopleFile providerId={providerId} preview={preview} />
          {preview.incomes.map((file) => (
            <IncomeFile key={file.kind} providerId={providerId} month={month} file={file} />
          ))}
          {preview.incomes.length === 0 ? (
            <EmptyBlock title={labels.nobody} hint={labels.nobodyHint} />
          ) : (
            <ImportTie preview={preview} />
          )}
          <p className="import-note">{labels.full}</p>
        </div>
      ) : query.isError ? (
        <ErrorBlock query={query} failure={previewImports.failure} />
      ) : (
        <DescriptionSkeleton rows={8} columns={1} />
      )}
    </DetailDrawer>
  )
}
