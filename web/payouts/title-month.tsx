// Asks whether the month of a sheet's title holds for all of its rows; nothing is ticked beforehand.

import { Checkbox } from 'antd'
import { mappingLabels as labels } from './mapping-labels.ts'

type TitleMonthProps = {
  month: string
  rowCount: number
  isTaken: boolean
  onTake: (month: string | undefined) => void
}

export function TitleMonth({ month, rowCount, isTaken, onTake }: TitleMonthProps) {
  return (
    <div className="mapping-title-month" data-open={!isTaken}>
      <b>{labels.titleMonth(month)}</b>
      <Checkbox checked={isTaken} onChange={(event) => onTake(event.target.checked ? month : undefined)}>
        {labels.titleMonthAsk(rowCount)}
        <small>{labels.titleMonthNever}</small>
      </Checkbox>
    </div>
  )
}
