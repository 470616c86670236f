// A yes or no in a table: the word itself, the no quieter.

import { uiLabels } from '../labels.ts'
import './yes-no.css'

export function YesNo({ value }: { value: boolean }) {
  return <span className={value ? 'yes' : 'no'}>{value ? uiLabels.yes : uiLabels.no}</span>
}
