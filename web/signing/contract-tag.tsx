// Where a personal contract stands, as a tag; and what managers should look at, as an amber sign with words.

import type { ContractState } from '@paywages/domain/signing/personal-contract.ts'
import type { PersonalContract } from '@paywages/wire/signing/shapes.ts'
import { TriangleAlert } from 'lucide-react'
import { StatusTag, type Tone } from '../ui/display/status-tag.tsx'
import { waitsForCheck } from './contract-actions.ts'
import { evidenceLabels, flagLabels, contractLabels as labels, stateLabels } from './labels.ts'
import './contract-tag.css'

const TONES: Readonly<Record<ContractState, Tone>> = {
  invited: 'wait',
  signed: 'ok',
  expired: 'off',
  revoked: 'off',
  locked: 'bad',
  terminated: 'off',
}

export function ContractTag({ state }: { state: ContractState }) {
  return <StatusTag tone={TONES[state]}>{stateLabels[state]}</StatusTag>
}

/** Nobody's code confirms that the person held the phone. */
export function WeakEvidence() {
  return (
    <p className="flags-checked" title={evidenceLabels['shown-link']}>
      {labels.weakEvidence}
    </p>
  )
}

/** What was checked steps back; it is told in full beside the contract. */
export function FlagMarks({ contract }: { contract: Pick<PersonalContract, 'flags' | 'checkedAt'> }) {
  const { flags } = contract
  if (flags.length === 0) return null
  if (!waitsForCheck(contract)) return <p className="flags-checked">{labels.flagsChecked}</p>
  return (
    <ul className="flag-marks">
      {flags.map((flag) => (
        <li key={flag}>
          <TriangleAlert size={13} aria-hidden="true" />
          {flagLabels[flag]}
        </li>
      ))}
    </ul>
  )
}
