// Whether a person has signed, as a tag: the specification's two values, and that an invitation is out.

import type { SigningState } from '@paywages/domain/signing/signing-link.ts'
import { StatusTag, type Tone } from '../ui/display/status-tag.tsx'
import { signingLabels } from './labels.ts'

const TONES: Readonly<Record<SigningState, Tone>> = { unsigned: 'off', invited: 'run', signed: 'ok' }

export function SigningTag({ state }: { state: SigningState }) {
  return <StatusTag tone={TONES[state]}>{signingLabels[state]}</StatusTag>
}
