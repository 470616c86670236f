// A text with a button that copies it; the button says so for a moment.

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyToClipboard } from './clipboard.ts'
import { uiLabels } from './labels.ts'
import { toastProblem } from './toast.ts'
import './copy-text.css'

const SHOWN_MS = 2_000

export function CopyText({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    if (await copyToClipboard(text)) setCopied(true)
    else toastProblem(uiLabels.notCopied)
  }

  return (
    <span className="copy-text">
      {text}
      <button
        className="copy-button"
        type="button"
        aria-label={label}
        title={label}
        onClick={() => void copy()}
      >
        {copied ? <Check size={13} aria-hidden="true" /> : <Copy size={13} aria-hidden="true" />}
      </button>
      <span className="copy-word" role="status">
        {copied ? uiLabels.copied : ''}
      </span>
    </span>
  )
}
