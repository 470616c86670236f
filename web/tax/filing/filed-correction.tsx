// How the corrections of an old month were filed, by whom and when; the old month's declaration to download where it was filed again.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { FilingWay } from '@paywages/domain/tax/correction-filing.ts'
import { downloadCorrectedMonth } from '@paywages/wire/tax/correction-endpoints.ts'
import { downloadImport } from '@paywages/wire/tax/imports/endpoints.ts'
import { layoutKindNames } from '@paywages/wire/tax/imports/layout-messages.ts'
import type { TaxCorrection } from '@paywages/wire/tax/shapes.ts'
import { CircleCheck } from 'lucide-react'
import { ExportButton } from '../../ui/list/export-button.tsx'
import { correctionLabels as labels, wayLabels } from './correction-labels.ts'
import type { CorrectionPlace } from './corrections-place.ts'

type FiledCorrectionProps = {
  of: CorrectionPlace
  correction: TaxCorrection
  way: FilingWay
  mayDownload: boolean
}

export function FiledCorrection({ of, correction, way, mayDownload }: FiledCorrectionProps) {
  const { correctedMonth, byName, filedAt } = correction
  const at = filedAt === null ? '' : shanghaiMinute(filedAt)
  return (
    <div className="correction-filed">
      <CircleCheck size={16} aria-hidden="true" />
      <div>
        <p className="correction-way">{wayLabels[way]}</p>
        <p>{way === 'current' ? labels.current(of.month) : labels.amended(of.month, correctedMonth)}</p>
        <p>{byName === '' ? labels.filedBefore(at) : labels.filedBy(byName, at)}</p>
      </div>
      {way === 'amended' && mayDownload ? (
        <div className="correction-files">
          <ExportButton
            endpoint={downloadCorrectedMonth}
            input={{ providerId: of.providerId, month: of.month, correctedMonth }}
            label={labels.download}
          />
          {correction.importKinds.map((kind) => (
            <ExportButton
              key={kind}
              endpoint={downloadImport}
              input={{
                providerId: of.providerId,
                month: correctedMonth,
                kind,
                bookedIn: of.month,
              }}
              label={labels.downloadImport(layoutKindNames[kind])}
            />
          ))}
        </div>
      ) : null}
    </div>
  )
}
