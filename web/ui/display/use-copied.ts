// Copies a text, and says for a moment that it did.

import { useEffect, useState } from 'react'
import { toastProblem } from '../feedback/toast.ts'
import { uiLabels } from '../labels.ts'
import { copyToClipboard } from './clipboard.ts'

const SHOWN_MS = 2_000

export function useCopied(text: string): { readonly copied: boolean; readonly copy: () => void } {
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

  return { copied, copy: () => void copy() }
}
