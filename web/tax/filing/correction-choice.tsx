// The choice between the two ways of filing a correction: neither is preselected, and what is confirmed stands.

import { FILING_WAYS, type FilingWay } from '@paywages/domain/tax/correction-filing.ts'
import { fileCorrection, listCorrections } from '@paywages/wire/tax/correction-endpoints.ts'
import { listFilings } from '@paywages/wire/tax/endpoints.ts'
import type { TaxCorrection } from '@paywages/wire/tax/shapes.ts'
import { Button, Radio } from 'antd'
import { useId, useState } from 'react'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { signedYuan } from '../../ui/display/amount-block.tsx'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { useConfirmedStep } from '../../ui/feedback/confirmed-step.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { confirmLabels, correctionLabels as labels, wayLabels } from './correction-labels.ts'
import type { CorrectionPlace } from './corrections-place.ts'

/** So many stand on the card of the way that is closed to them. */
const MAX_NAMED = 5

type CorrectionChoiceProps = { of: CorrectionPlace; correction: TaxCorrection }

export function CorrectionChoice({ of, correction }: CorrectionChoiceProps) {
  const [way, setWay] = useState<FilingWay>()
  const [missing, setMissing] = useState(false)
  const name = useId()
  const file = useFiling(of, correction)
  const { correctedMonth, waitsFor, belowZero, belowZeroCount } = correction
  if (waitsFor !== '') return <Notice tone="wait" title={labels.waits(waitsFor)} />
  const isBelowZero = belowZeroCount > 0
  const words = {
    current: isBelowZero
      ? labels.belowZero(
          belowZero.slice(0, MAX_NAMED).join('、'),
          belowZeroCount.toLocaleString('en-US'),
          belowZeroCount > MAX_NAMED,
          of.month,
        )
      : labels.current(of.month),
    amended: labels.amended(of.month, correctedMonth),
  }
  return (
    <div className="correction-choice">
      <Radio.Group
        className="correction-ways"
        aria-label={labels.ways(correctedMonth)}
        name={name}
        value={way}
        onChange={(event) => {
          setWay(event.target.value)
          setMissing(false)
        }}
      >
        {FILING_WAYS.map((one) => (
          <Radio
            key={one}
            value={one}
            className="correction-card"
            disabled={one === 'current' && isBelowZero}
          >
            <span className="correction-way">{wayLabels[one]}</span>
            <span className="correction-note">{words[one]}</span>
          </Radio>
        ))}
      </Radio.Group>
      <div className="correction-confirm">
        {missing ? (
          <span role="alert" className="correction-missing">
            {labels.missing}
          </span>
        ) : null}
        <Button type="primary" onClick={() => (way === undefined ? setMissing(true) : void file(way))}>
          {labels.confirm}
        </Button>
      </div>
    </div>
  )
}

function useFiling(of: CorrectionPlace, { correctedMonth, incomeFen, taxFen }: TaxCorrection) {
  const step = useConfirmedStep()
  const { providerId, providerName, month } = of
  return (way: FilingWay) =>
    step({
      title: confirmLabels.title,
      object: confirmLabels.object(providerName, month, correctedMonth),
      body: (
        <DescriptionList
          columns={1}
          plain
          items={[
            { label: confirmLabels.way, value: wayLabels[way] },
            { label: labels.income, value: signedYuan(incomeFen) },
            { label: labels.tax, value: signedYuan(taxFen) },
          ]}
        />
      ),
      warning: confirmLabels.warning,
      action: confirmLabels.action(wayLabels[way]),
      send: () => call(fileCorrection, { providerId, month, correctedMonth, way }),
      done: confirmLabels.done,
      // Whoever was told that another was quicker sees what stands.
      refresh: () => refresh(listCorrections, listFilings),
    })
}
