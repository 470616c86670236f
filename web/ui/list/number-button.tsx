// A record's own number that opens the record beside its list, whatever else its row offers.

import './number-button.css'

type NumberButtonProps = { number: string; label: string; onLook: () => void }

export function NumberButton({ number, label, onLook }: NumberButtonProps) {
  return (
    <button className="number-button" type="button" aria-label={label} onClick={onLook}>
      {number}
    </button>
  )
}
