// One's passkeys by name, each with its age and a button that removes it.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { AnswerOf } from '@paywages/wire/endpoint.ts'
import type { myFactors } from '@paywages/wire/factors/endpoints.ts'
import { Button } from 'antd'
import { factorLabels as labels } from './labels.ts'

export type PasskeyRow = AnswerOf<typeof myFactors>['passkeys'][number]

type PasskeyRowsProps = { passkeys: readonly PasskeyRow[]; onRemove: (passkey: PasskeyRow) => void }

export function PasskeyRows({ passkeys, onRemove }: PasskeyRowsProps) {
  return (
    <ul className="passkey-list">
      {passkeys.map((passkey) => (
        <li key={passkey.passkeyId}>
          <span className="passkey-name">{passkey.name}</span>
          <span className="factor-state">{stateOf(passkey)}</span>
          <Button
            size="small"
            aria-label={`${labels.removePasskey} ${passkey.name}`}
            onClick={() => onRemove(passkey)}
          >
            {labels.removePasskey}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function stateOf({ addedAt, lastUsedAt, cloneSeenAt }: PasskeyRow): string {
  if (cloneSeenAt !== null) return labels.passkeyCloned
  const added = labels.passkeyAdded(shanghaiMinute(addedAt))
  return lastUsedAt === null ? added : `${added} · ${labels.passkeyUsed(shanghaiMinute(lastUsedAt))}`
}
