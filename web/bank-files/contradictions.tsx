// What statements say against a file, and what a manager found out about it (ADR 85).

import { batchBankFiles, lookIntoContradictions } from '@paywages/wire/bank-files/endpoints.ts'
import { contradictionWords } from '@paywages/wire/bank-files/messages.ts'
import type { BankFileContradiction, BankFileRow } from '@paywages/wire/bank-files/shapes.ts'
import { todos } from '@paywages/wire/workbench/endpoints.ts'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { RowAction } from '../ui/list/row-actions.tsx'
import { bankFileLabels, groupLabels, evidenceLabels as labels } from './labels.ts'

const MAX_WORD = 200
const TOLD_POSITIONS = 5

export function Contradictions({ file }: { file: BankFileRow }) {
  const [open, setOpen] = useState(false)
  const { contradictions, bankFileId, name } = file
  if (contradictions.length === 0) return null
  const isOpen = contradictions.some(({ word }) => word === '')
  return (
    <Notice
      tone={isOpen ? 'bad' : 'wait'}
      title={labels.title(contradictions.length.toLocaleString('en-US'))}
    >
      {linesOf(file).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {file.mayLook ? <RowAction onClick={() => setOpen(true)}>{labels.look}</RowAction> : null}
      <ReasonDialog
        open={open}
        name={`look-into-${bankFileId}`}
        words={{
          title: labels.lookTitle,
          action: labels.look,
          reason: labels.word,
          reasonHint: labels.wordHint,
          done: labels.done,
        }}
        object={labels.object(name)}
        field="word"
        rules={rulesFor(lookIntoContradictions, 'word')}
        maxLength={MAX_WORD}
        danger={false}
        send={(word) => call(lookIntoContradictions, { bankFileId, word: word ?? '' })}
        refresh={() => refresh(batchBankFiles, todos)}
        onClose={() => setOpen(false)}
      />
    </Notice>
  )
}

/** One line for each kind, statement and what was found out. */
function linesOf({ contradictions, group, part }: BankFileRow): readonly string[] {
  const alike = new Map<string, BankFileContradiction[]>()
  for (const one of contradictions) {
    const key = [one.what, one.statementName, one.lookerName, one.word].join('\n')
    alike.set(key, [...(alike.get(key) ?? []), one])
  }
  return [...alike.values()].map((some) => {
    const [first] = some as [BankFileContradiction, ...BankFileContradiction[]]
    const shown = some.slice(0, TOLD_POSITIONS).map(({ position }) => position)
    const positions = `${shown.join('、')}${some.length > shown.length ? ` ${labels.more(some.length)}` : ''}`
    const line = labels.line(
      bankFileLabels.part(groupLabels[group], part),
      positions,
      contradictionWords[first.what] ?? first.what,
    )
    const found = first.word === '' ? '' : `；${labels.looked(first.lookerName, first.word)}`
    return `${line}，${labels.statement(first.statementName)}${found}`
  })
}
