// What became of a line, as a tag; a choice of a person is told below it.

import type { LineResult } from '@paywages/domain/bank-statements/line-result.ts'
import { StatusTag, type Tone } from '../ui/display/status-tag.tsx'
import { resultLabels } from './labels.ts'

const TONES: Readonly<Record<LineResult, Tone>> = {
  linked: 'ok',
  'already-linked': 'off',
  ambiguous: 'wait',
  'not-found': 'bad',
}

export function LineResultTag({ result }: { result: LineResult }) {
  return <StatusTag tone={TONES[result]}>{resultLabels[result]}</StatusTag>
}
