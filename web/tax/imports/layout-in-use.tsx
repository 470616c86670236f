// By which layout an import file is written, or why it cannot be.

import { downloadImport, previewImports } from '@paywages/wire/tax/imports/endpoints.ts'
import type { ImportPreview } from '@paywages/wire/tax/imports/shapes.ts'
import type { ReactNode } from 'react'
import { refresh } from '../../api/queries.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toastRefusal } from '../../ui/feedback/toast.ts'
import { ExportButton } from '../../ui/list/export-button.tsx'
import { importLabels as labels } from './import-labels.ts'

type LayoutFacts = ImportPreview['people']

export const layoutText = ({ own, effectiveFrom, format }: LayoutFacts): string =>
  labels.layoutOf(own, effectiveFrom, format)

type ImportButtonsProps = {
  file: LayoutFacts
  providerId: number
  month: string
  label: string
  children?: ReactNode
}

/** A layout that is refused has no button: what is wrong with it stands there instead. */
export function ImportButtons({ file, providerId, month, label, children }: ImportButtonsProps) {
  const { kind, problem } = file
  if (problem !== '')
    return (
      <div role="alert">
        <Notice tone="bad" title={labels.layoutWrong}>
          <p>{problem}</p>
          <p>{labels.layoutAsk}</p>
        </Notice>
      </div>
    )

  /** It may have been changed since the drawer was opened. */
  function report(error: unknown) {
    toastRefusal(error)
    void refresh(previewImports)
  }

  return (
    <div className="import-acts">
      <ExportButton
        endpoint={downloadImport}
        input={{ providerId, month, kind }}
        label={label}
        onRefused={report}
      />
      {children}
    </div>
  )
}
