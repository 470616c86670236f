// The way of an invitation: sent, opened, signed, looked into, and however it ended (D27, D28).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { PersonalContract } from '@paywages/wire/signing/shapes.ts'
import type { TimelineStep } from '../ui/display/timeline.tsx'
import { flagLabels, stepLabels as labels, noticeLabels } from './labels.ts'

const timeOf = (at: Date | null) => (at === null ? '' : shanghaiMinute(at))

export function contractSteps(contract: PersonalContract): readonly TimelineStep[] {
  return [
    invitedStep(contract),
    ...openedStep(contract),
    ...signedStep(contract),
    ...flagStep(contract),
    ...endStep(contract),
  ]
}

function invitedStep({ invitedBy, invitedAt, notice }: PersonalContract): TimelineStep {
  return {
    key: 'invited',
    state: 'done',
    title: labels.invited,
    note: labels.by(invitedBy, shanghaiMinute(invitedAt)),
    ...(notice === 'none' ? {} : { text: noticeLabels[notice] }),
  }
}

/** A dead link that nobody opened has no such step. */
function openedStep({ openedAt, state }: PersonalContract): readonly TimelineStep[] {
  if (openedAt !== null) {
    return [{ key: 'opened', state: 'done', title: labels.opened, note: shanghaiMinute(openedAt) }]
  }
  return state === 'invited' ? [{ key: 'opened', state: 'now', title: labels.waitsOpen }] : []
}

function signedStep(contract: PersonalContract): readonly TimelineStep[] {
  const { signedAt, state, openedAt, expiresAt } = contract
  if (signedAt !== null) {
    return [{ key: 'signed', state: 'done', title: labels.signed, note: shanghaiMinute(signedAt) }]
  }
  if (state !== 'invited') return []
  return [
    {
      key: 'signed',
      state: openedAt === null ? 'next' : 'now',
      title: labels.waitsSign,
      note: labels.until(shanghaiMinute(expiresAt)),
    },
  ]
}

function flagStep({ flags, checkedAt, checkedBy, checkNote }: PersonalContract): readonly TimelineStep[] {
  if (flags.length === 0) return []
  const words = flags.map((flag) => flagLabels[flag]).join('；')
  if (checkedAt === null) return [{ key: 'flags', state: 'warned', title: labels.flagged, text: words }]
  const note = labels.by(checkedBy, shanghaiMinute(checkedAt))
  return [{ key: 'flags', state: 'done', title: labels.checked, note, text: `${words} · ${checkNote}` }]
}

function endStep(contract: PersonalContract): readonly TimelineStep[] {
  const { state, expiresAt, endedAt, endedBy, endReason } = contract
  const step = { key: 'end', state: 'stopped' } as const
  switch (state) {
    case 'expired':
      return [{ ...step, title: labels.expired, note: shanghaiMinute(expiresAt) }]
    case 'locked':
      return [{ ...step, title: labels.locked, text: labels.lockedHint }]
    case 'revoked':
    case 'terminated': {
      const note = labels.by(endedBy, timeOf(endedAt))
      return [{ ...step, title: labels[state], note, text: endReason || labels.noReason }]
    }
    default:
      return []
  }
}
