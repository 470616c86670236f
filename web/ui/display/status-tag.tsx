// A state as a word on a tint with a dot: the same tone for the same kind of state everywhere (docs/LOOK.md).

import './status-tag.css'

/** wait: someone must act · go: your click moves money · run: under way · ok · bad · off: over. */
export type Tone = 'wait' | 'go' | 'run' | 'ok' | 'bad' | 'off'

export function StatusTag({
  tone,
  live = false,
  children,
}: {
  tone: Tone
  live?: boolean
  children: string
}) {
  return (
    <span className="status-tag" data-tone={tone} data-live={live}>
      {children}
    </span>
  )
}
