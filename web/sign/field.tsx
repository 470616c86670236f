// A labelled text field of the size of a thumb, with what is wrong below it.

import { type HTMLAttributes, type ReactNode, useId } from 'react'

type TextFieldProps = {
  readonly name: string
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly wrong: string | undefined
  readonly note?: string | undefined
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly autoComplete?: string
  readonly maxLength?: number
  /** A button at the end of the field. */
  readonly beside?: ReactNode
}

export function TextField({
  label,
  onValue,
  wrong,
  note,
  beside,
  autoComplete = 'off',
  ...input
}: TextFieldProps) {
  const id = useId()
  return (
    <div className={wrong === undefined ? 'field' : 'field field-wrong'}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          type="text"
          autoComplete={autoComplete}
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          aria-invalid={wrong !== undefined}
          aria-describedby={`${id}-told`}
          onChange={(event) => onValue(event.target.value)}
        />
        {beside}
      </div>
      <p className="field-told" id={`${id}-told`} aria-live="polite">
        {wrong ?? note}
      </p>
    </div>
  )
}
