// A text with a button that copies it; the button says so for a moment.

import { Check, Copy } from 'lucide-react'
import { uiLabels } from '../labels.ts'
import { useCopied } from './use-copied.ts'
import './copy-text.css'

export function CopyText({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopied(text)
  return (
    <span className="copy-text">
      {text}
      <button className="copy-button" type="button" aria-label={label} title={label} onClick={copy}>
        {copied ? <Check size={13} aria-hidden="true" /> : <Copy size={13} aria-hidden="true" />}
      </button>
      <span className="copy-word" role="status">
        {copied ? uiLabels.copied : ''}
      </span>
    </span>
  )
}
