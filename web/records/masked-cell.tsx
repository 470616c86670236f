// A personal number with its middle hidden and an eye that shows this one cell; every look is written down (D33).

import { type RevealKind, revealPersonal } from '@paywages/wire/personal/endpoints.ts'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { toastRefusal } from '../ui/feedback/toast.ts'
import { cardInFours, withDots } from './bank-card-text.ts'
import { personalLabels } from './labels.ts'
import './masked-cell.css'

/** Made once: a page of rows has hundreds of them. */
const EYE = <Eye size={13} aria-hidden="true" />
const EYE_OFF = <EyeOff size={13} aria-hidden="true" />

type MaskedCellProps = {
  kind: RevealKind
  /** The row's number. */
  id: number
  field: 'idCardNo' | 'phone' | 'cardNo'
  masked: string
  /** Whose number it is, for those who hear the page. */
  whose: string
}

export function MaskedCell({ kind, id, field, masked, whose }: MaskedCellProps) {
  const [full, setFull] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function look() {
    setBusy(true)
    try {
      setFull((await call(revealPersonal, { kind, id: String(id) }))[field])
    } catch (error) {
      toastRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  if (masked === '') return null
  const shown = full !== undefined
  const words = shown ? personalLabels.hide : personalLabels.show
  return (
    <span className="masked-cell">
      <span className="masked-text">{shown ? fullText(field, full) : withDots(masked)}</span>
      <button
        className="masked-eye"
        type="button"
        aria-label={words(whose, personalLabels[field])}
        aria-pressed={shown}
        disabled={busy}
        onClick={() => (shown ? setFull(undefined) : void look())}
      >
        {shown ? EYE_OFF : EYE}
      </button>
    </span>
  )
}

function fullText(field: MaskedCellProps['field'], text: string): string {
  return field === 'cardNo' ? cardInFours(text) : text
}
