// Makes a version of a bank format: proposed by one manager, kept once another has confirmed it; one alone may withdraw it (D47, ADR 83).

import type { BankFormat, FormatDraft } from '@paywages/domain/bank-files/bank-format.ts'
import { judgeFormat, type TypedDraft, tidyDraft } from '@paywages/domain/bank-files/format-rules.ts'
import { judgeRows } from '@paywages/domain/bank-files/judge-rows.ts'
import { layOutLines } from '@paywages/domain/bank-files/lay-out.ts'
import { SAMPLE_PAYMENTS } from '@paywages/domain/bank-files/sample-payments.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import {
  columnWords,
  formatFaultWords,
  formatKind,
  mappingWords,
} from '@paywages/wire/bank-files/format-words.ts'
import type { Waiting } from '@paywages/wire/endpoint.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { type AuditFacts, changedFacts, recordEntry, recordEntryAs } from '../audit-log/record-entry.ts'
import type { CarryOut } from '../proposals/proposal-kind.ts'
import { propose } from '../proposals/propose.ts'
import { findProvider } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import {
  formatNamesOf,
  insertFormat,
  lockFormat,
  shippedVersions,
  versionsOf,
  withdrawFormat,
} from './format-store.ts'

export type FormatChange = {
  readonly providerId: number
  /** Undefined where it is a new one. */
  readonly formatKey?: string | undefined
  readonly effectiveFrom?: string | undefined
  readonly draft: TypedDraft
}

export const asFormat = (draft: FormatDraft): BankFormat => ({
  ...draft,
  key: '',
  version: 1,
  effectiveFrom: '',
})

/** As it may be used, or refused with its first fault. */
export function soundDraft(typed: TypedDraft): FormatDraft {
  const draft = tidyDraft(typed)
  const [fault] = judgeFormat(draft)
  if (fault) throw new Refused('bank-format-wrong', { words: formatFaultWords(fault) })
  const [row] = judgeRows(asFormat(draft), SAMPLE_PAYMENTS)
  if (row) throw new Refused('bank-format-wrong', { words: `「${row.heading}」写不下样例内容，请检查宽度` })
  return draft
}

const LINE = 200

/** What people compare: every column with what stands in it, and the first line as it would be written. */
function factsOf(draft: FormatDraft | undefined): AuditFacts {
  if (draft === undefined) return {}
  const { totals: _, ...untotalled } = draft
  const { lines, headingAt } = layOutLines(asFormat(untotalled), SAMPLE_PAYMENTS.slice(0, 1))
  const first = lines.at(headingAt === undefined ? (draft.lead?.length ?? 0) : headingAt + 1) ?? []
  const totals = (draft.totals ?? []).map((part) => (typeof part === 'string' ? part : part.text))
  return {
    formatName: draft.name,
    formatFile: `${formatKind(draft)}${draft.container === 'csv' ? ` · ${draft.separator ?? ','}` : ''}${draft.hasHeading ? '' : ' · 无表头'}`,
    formatColumns: draft.columns.map(columnWords).join('；'),
    formatSample: first.join(draft.container === 'csv' ? (draft.separator ?? ',') : ' | ').slice(0, LINE),
    formatLines: [...(draft.lead ?? []).map((line) => line.join(' ')), totals.join(' ')]
      .join('；')
      .slice(0, LINE),
    formatRows: draft.rowsPerFile,
    formatFileName: draft.fileName ?? '',
    formatPurpose: draft.purpose,
    formatOwnBank: draft.ownBank?.join('、') ?? '',
    formatResults: draft.results ? mappingWords(draft.results) : '',
  }
}

const YEAR_MS = 366 * 86_400_000

export async function proposeFormat(services: Services, by: Actor, input: FormatChange): Promise<Waiting> {
  const draft = soundDraft(input.draft)
  const { providerId, formatKey, effectiveFrom } = input
  const today = shanghaiDay(by.at)
  if (
    effectiveFrom !== undefined &&
    (effectiveFrom < today || effectiveFrom > shanghaiDay(new Date(by.at.getTime() + YEAR_MS)))
  )
    throw new Refused('bank-format-day')
  return services.database.transact(async (tx) => {
    const provider = await findProvider(tx, providerId)
    if (!provider) throw new Refused('not-found')
    const newest = formatKey === undefined ? undefined : (await versionsOf(tx, formatKey)).at(-1)
    // A format of the release, or of another provider, is copied into one of one's own.
    if (formatKey !== undefined && newest?.providerId !== providerId) throw new Refused('not-found')
    const names = await formatNamesOf(tx, providerId)
    const isTaken = [...names].some(([key, name]) => name === draft.name && key !== formatKey)
    if (isTaken || shippedVersions().some(({ format }) => format.name === draft.name))
      throw new Refused('bank-format-name-taken')
    const before = newest && draftOf(newest.format)
    if (before && newest.withdrawnAt === null && sameDraft(before, draft))
      throw new Refused('bank-format-same')
    return propose(tx, services, by, {
      kind: 'add-bank-format',
      // Two new ones at once would take the same key.
      subject: `bank-format:${providerId}`,
      providerId,
      providerName: provider.name,
      accountId: null,
      objectName: draft.name,
      before: factsOf(before),
      after: { ...factsOf(draft), formatFrom: effectiveFrom ?? '' },
      change: {
        key: formatKey ?? null,
        version: newest?.version ?? 0,
        effectiveFrom: effectiveFrom ?? null,
        draft,
      },
    })
  })
}

/** The definition alone, as a form fills it. */
export const draftOf = ({
  key: _,
  version: __,
  effectiveFrom: ___,
  unproven: ____,
  ...draft
}: BankFormat): FormatDraft => draft

/** The database gives fields back in another order than they were written. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, one]) => [name, sorted(one)]),
        )
      : value
const sameDraft = (a: FormatDraft, b: FormatDraft): boolean =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

type StoredChange = {
  readonly key: string | null
  readonly version: number
  readonly effectiveFrom: string | null
  readonly draft: FormatDraft
}

export const carryOutBankFormat: CarryOut = async (tx, _services, proposal, carrier) => {
  const { key, version, effectiveFrom, draft } = proposal.change as unknown as StoredChange
  const newest = key === null ? undefined : (await versionsOf(tx, key)).at(-1)
  if ((newest?.version ?? 0) !== version) return false
  const today = shanghaiDay(carrier.at)
  const made = await insertFormat(tx, {
    providerId: proposal.providerId,
    key: key ?? undefined,
    draft,
    // A day that has passed while it waited begins with the confirmation.
    effectiveFrom: effectiveFrom !== null && effectiveFrom > today ? effectiveFrom : today,
    proposedBy: proposal.proposedBy,
    confirmedBy: carrier.writer.accountId,
    at: carrier.at,
  })
  await recordEntryAs(tx, carrier, carrier.writer, {
    action: 'add-bank-format',
    object: { kind: 'bank-format', id: made.id, name: draft.name },
    providerId: proposal.providerId,
    ...changedFacts(factsOf(newest && draftOf(newest.format)), factsOf(draft)),
  })
  return true
}

/** Taking it away needs one alone: nothing more can be started on it. */
export async function withdrawVersion(
  services: Services,
  by: Actor,
  bankFormatId: number,
  reason: string,
): Promise<void> {
  if (reason.trim() === '') throw new Refused('bank-file-reason')
  await services.database.transact(async (tx) => {
    const found = await lockFormat(tx, bankFormatId)
    if (!found) throw new Refused('not-found')
    if (found.withdrawnAt !== null) throw new Refused('bank-format-withdrawn')
    await withdrawFormat(tx, bankFormatId, { by: by.person.accountId, at: by.at, reason })
    await recordEntry(tx, by, {
      action: 'withdraw-bank-format',
      object: { kind: 'bank-format', id: bankFormatId, name: found.format.name },
      providerId: found.providerId,
      reason,
      before: { formatVersion: found.version },
    })
  })
}
