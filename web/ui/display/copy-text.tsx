// A text with a button that copies it; the button says so for a moment.

import { Check, Copy } from 'lucide-react'
import { uiLabels } from '../labels.ts'
import { useCopied } from './use-copied.ts'
import './copy-text.css'

type CopiedText = { text: string; label: string }

export function CopyText({ text, label }: CopiedText) {
  return (
    <span className="copy-text">
      {text}
      <CopyButton text={text} label={label} />
    </span>
  )
}

/** Beside a text that is shown otherwise than it is copied, such as an account in fours. */
export function CopyButton({ text, label }: CopiedText) {
  const { copied, copy } = useCopied(text)
  return (
    <>
      <button className="copy-button" type="button" aria-label={label} title={label} onClick={copy}>
        {copied ? <Check size={13} aria-hidden="true" /> : <Copy size={13} aria-hidden="true" />}
      </button>
      <span className="copy-word" role="status">
        {copied ? uiLabels.copied : ''}
      </span>
    </>
  )
}
