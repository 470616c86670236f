// A to-do as people read it: what it is, what is known about it, and where it is done.

import { REMIND_DAYS } from '@paywages/domain/enterprise-contracts/contract-status.ts'
import type { NoticeKind } from '@paywages/domain/proposals/notice.ts'
import type { Standstill } from '@paywages/domain/transfers/sending-gate.ts'
import type { TodoKind } from '@paywages/domain/workbench/todo.ts'
import type { Todo } from '@paywages/wire/workbench/shapes.ts'
import {
  BANK_FILES_PAGE,
  batchAddress,
  CHECK_PAGE,
  checkAddress,
  RESULTS_PAGE,
} from '../records/batch-address.ts'
import { INVOICES_PAGE, invoiceAddress } from '../records/invoice-address.ts'
import { peopleAndRows } from '../records/labels.ts'
import {
  ADD_PAGE,
  AUDIT_PAGE,
  CREDITS_PAGE,
  rechargeAddress,
  rechargeBesideList,
  VERIFY_PAGE,
} from '../records/recharge-address.ts'
import type { Tone } from '../ui/display/status-tag.tsx'
import type { PageSearch } from '../ui/page/page-link.tsx'
import { haltLabels, todoLabels as labels, noticeLabels } from './labels.ts'
import { momentWords } from './moments.ts'

export const todoTones: Readonly<Record<TodoKind, Tone>> = {
  'paused-batch': 'bad',
  'missing-files': 'bad',
  'low-space': 'bad',
  'sending-halted': 'bad',
  'confirm-debit': 'wait',
  'explain-debit': 'bad',
  'file-contradiction': 'bad',
  'low-balance': 'wait',
  'schedule-failed': 'bad',
  'late-result': 'bad',
  'assign-lines': 'wait',
  'confirm-result': 'wait',
  'confirm-withdrawal': 'wait',
  'carry-file': 'go',
  'import-result': 'run',
  'confirm-resolution': 'wait',
  'propose-resolution': 'wait',
  'start-batch': 'go',
  'review-batch': 'wait',
  'audit-batch': 'wait',
  'audit-recharge': 'wait',
  'confirm-reversal': 'wait',
  'confirm-change': 'wait',
  'account-pair': 'bad',
  'full-reads': 'bad',
  'account-notice': 'wait',
  'unregistered-credit': 'wait',
  'audit-invoice': 'wait',
  'enter-invoice': 'wait',
  'red-invoice': 'bad',
  'flagged-signing': 'wait',
  'follow-failures': 'bad',
  'confirm-adjustment': 'wait',
  'upload-tax-proof': 'wait',
  'file-correction': 'wait',
  'ending-contract': 'wait',
  'watch-doubts': 'run',
}

export type TodoWords = { readonly title: string; readonly note: string }

const MAX_REASONS = 3
const grouped = (count: number) => count.toLocaleString('en-US')

export function wordsOf(todo: Todo, now: Date): TodoWords {
  const notes = [todo.providerName, ...notesOf(todo, momentWords(todo.since, now))]
  return { title: titleOf(todo), note: notes.filter(Boolean).join(labels.separator) }
}

function titleOf({ kind, title, count, runwayDays, byName, serial }: Todo): string {
  switch (kind) {
    case 'paused-batch':
      return labels.paused(grouped(count))
    case 'schedule-failed':
      return labels.scheduleFailed(title)
    case 'carry-file':
    case 'import-result':
    case 'late-result':
    case 'assign-lines':
    case 'confirm-result':
    case 'confirm-withdrawal':
      return labels.files(title, grouped(count))
    case 'file-contradiction':
      return labels.contradicted(title, grouped(count))
    case 'missing-files':
      return labels.missingFiles(grouped(count))
    case 'low-space':
      return labels.lowSpace(title)
    case 'sending-halted':
      return labels.halted
    case 'explain-debit':
    case 'confirm-debit':
      return labels.debit(title)
    case 'low-balance':
      return labels.lasts(runwayDays ?? 0)
    case 'follow-failures':
      return labels.failures(grouped(count))
    case 'watch-doubts':
      return labels.doubts(grouped(count))
    case 'propose-resolution':
      return labels.manual(grouped(count))
    case 'confirm-resolution':
      return labels.proposals(grouped(count))
    case 'audit-recharge':
      return labels.rechargeOf(title)
    case 'confirm-reversal':
      return labels.reversal
    case 'confirm-change':
      return count === 1 ? labels.change(title) : labels.changes(grouped(count))
    case 'account-pair':
      return labels.pair(title)
    case 'full-reads': {
      const who = byName === '' ? `${title} ` : `${title}（${byName}）`
      return (serial === 'export' ? labels.exported : labels.revealed)(who, grouped(count))
    }
    case 'account-notice':
      return Object.hasOwn(noticeLabels, title) ? noticeLabels[title as NoticeKind] : title
    case 'unregistered-credit':
      return labels.credits(grouped(count))
    case 'audit-invoice':
    case 'enter-invoice':
      return labels.invoiceOf(title)
    case 'red-invoice':
      return labels.overInvoiced
    case 'flagged-signing':
      return labels.flagged(grouped(count))
    case 'confirm-adjustment':
      return labels.adjustments(grouped(count))
    case 'upload-tax-proof':
      return count === 1 ? labels.proof(title) : labels.proofs(grouped(count))
    case 'file-correction':
      return labels.corrections(grouped(count))
    case 'ending-contract':
      return count === 1 ? labels.ending(title) : labels.endings(grouped(count), REMIND_DAYS)
    default:
      return title
  }
}

function notesOf(todo: Todo, at: string): readonly string[] {
  const { kind, byName, title, serial } = todo
  const single = todo.count === 1
  switch (kind) {
    case 'schedule-failed':
      return todo.reasons.map(({ reason }) => reason)
    case 'paused-batch':
      return [title, labels.pausedAt(at), labels.pausedHint]
    case 'carry-file':
      return [labels.rows(grouped(todo.warnedCount)), labels.fileMade(at)]
    case 'import-result':
      return [labels.rows(grouped(todo.warnedCount)), labels.fileSubmitted(byName, at)]
    case 'late-result':
      return [labels.fileSubmitted(byName, at), labels.fileLate]
    case 'assign-lines':
      return [labels.resultImported(byName, at), labels.linesHint]
    case 'confirm-result':
      return [labels.resultImported(byName, at), labels.resultHint]
    case 'confirm-withdrawal':
      return [labels.rows(grouped(todo.warnedCount)), labels.asked(byName, at)]
    case 'file-contradiction':
      return reasonsOf(todo)
    case 'missing-files':
      return [labels.missingFilesHint(at)]
    case 'low-space':
      return [labels.lowSpaceHint(todo.count)]
    case 'sending-halted':
      return [haltWords(title), haltHint(title, todo.count)]
    case 'explain-debit':
      return [labels.debitOf(todo.endDay, serial), labels.debitHint]
    case 'confirm-debit':
      return [labels.debitOf(todo.endDay, serial)]
    case 'low-balance':
      return [labels.lastsHint]
    case 'follow-failures':
      return [title, ...reasonsOf(todo)]
    case 'watch-doubts':
      return [single ? labels.sent(at) : labels.sentSince(at), labels.doubtsHint]
    case 'propose-resolution':
      return [single ? labels.sent(at) : labels.sentSince(at)]
    case 'confirm-resolution':
      return [single ? labels.proposed(at) : labels.proposedSince(at)]
    case 'audit-recharge':
      return [labels.submitted(byName, at)]
    case 'confirm-reversal':
      return [title, labels.asked(byName, at)]
    case 'confirm-change':
      return [single ? labels.changeBy(byName, at) : labels.proposedSince(at), labels.changeHint]
    case 'account-pair':
      return [todo.reasons.map(({ reason }) => reason).join('、'), labels.pairAt(at)]
    case 'full-reads':
      return [
        labels.fullReadsAt(at),
        todo.reasons.length > 0 ? labels.fullReadsRefused : labels.fullReadsHint,
      ]
    case 'account-notice':
      return [labels.noticeBy(byName, at), labels.noticeHint]
    case 'unregistered-credit':
      return [labels.creditsHint]
    case 'audit-invoice':
      return [labels.asked(byName, at)]
    case 'enter-invoice':
      return [labels.appliedBy(byName), labels.agreed(at)]
    case 'red-invoice':
      return [labels.overInvoicedHint]
    case 'flagged-signing':
      return [single ? labels.signed(at) : labels.signedSince(at), labels.flaggedHint]
    case 'confirm-adjustment':
      return [single ? labels.entered(at) : labels.enteredSince(at), labels.adjustmentHint]
    case 'upload-tax-proof':
      return [single ? '' : labels.proofsFrom(title), labels.proofHint]
    case 'file-correction':
      return [single ? labels.correctionIn(title) : labels.proofsFrom(title), labels.correctionHint]
    case 'ending-contract':
      return [single ? labels.endsOn(todo.endDay) : labels.endsFirstOn(todo.endDay), labels.endingHint]
    case 'audit-batch':
      return [...peopleOf(todo), labels.uploaded(byName, at)]
    case 'review-batch':
      return [...peopleOf(todo), labels.audited(byName, at)]
    case 'start-batch':
      return [...peopleOf(todo), labels.reviewed(byName, at)]
  }
}

function haltHint(reason: string, debits: number): string {
  if (reason === 'record-cut') return labels.compareAccepted
  if (reason === 'superseded') return labels.askOperator
  if (debits > 0) return labels.haltDebits(grouped(debits))
  return reason === 'accepted-unasked' ? labels.compareAccepted : labels.reconciling
}

function haltWords(reason: string): string {
  return Object.hasOwn(haltLabels, reason) ? haltLabels[reason as Standstill] : ''
}

function peopleOf({ count, rowCount, warnedCount }: Todo): readonly string[] {
  return [peopleAndRows(count, rowCount), warnedCount === 0 ? '' : labels.warned(grouped(warnedCount))]
}

function reasonsOf({ reasons }: Todo): readonly string[] {
  const reported = reasons
    .slice(0, MAX_REASONS)
    .map(({ reason, count }) => labels.reason(reason, grouped(count)))
  return reasons.length > MAX_REASONS ? [...reported, labels.moreReasons] : reported
}

export type TodoPlace = { readonly to: string; readonly search: PageSearch }

const PROPOSALS_PAGE = '/proposals'
const ACCOUNT_PAGE = '/basicinfo'
const AUDIT_LOG_PAGE = '/auditlog'
const WORKBENCH_PAGE = '/layout'
const PENDING_PAGE = '/pendingtransfers'
const DEBITS_PAGE = '/unknowndebits'
const CONTRACTS_PAGE = '/personList'
const ENTERPRISE_CONTRACTS_PAGE = '/enterpList'
/** As the list of applications calls its statuses in its address. */
const INVOICE_STATUS = { 'audit-invoice': '1', 'enter-invoice': '2', 'red-invoice': '3' } as const
const ADJUSTMENTS_PAGE = '/taxadjustments'
const PROOFS_PAGE = '/providerProof'
const FILING_PAGE = '/taxfiling'
/** As the list of results calls failed rows in its address. */
const FAILED_ROWS = '2'

const STATUS = { 'audit-batch': 'auditing', 'review-batch': 'reviewing', 'start-batch': 'ready' } as const

/** The very record where there is one, else the page filtered to what it is about. */
export function placeOf({ kind, title, batchId, rechargeId, applicationId, providerId }: Todo): TodoPlace {
  switch (kind) {
    case 'missing-files':
    case 'low-space':
      // Nothing in the console frees space or brings files back; the workbench keeps telling.
      return { to: WORKBENCH_PAGE, search: {} }
    case 'sending-halted':
    case 'explain-debit':
    case 'confirm-debit':
      return { to: DEBITS_PAGE, search: {} }
    case 'low-balance':
      return { to: ADD_PAGE, search: {} }
    case 'audit-batch':
    case 'review-batch':
    case 'start-batch':
      return { to: CHECK_PAGE, search: checkAddress(batchId ?? 0, STATUS[kind], 'decide') }
    case 'schedule-failed':
      return { to: CHECK_PAGE, search: checkAddress(batchId ?? 0, 'ready', 'decide') }
    case 'account-pair':
      return { to: CHECK_PAGE, search: batchAddress(batchId ?? 0) }
    case 'carry-file':
    case 'import-result':
    case 'late-result':
    case 'assign-lines':
    case 'confirm-result':
    case 'confirm-withdrawal':
    case 'file-contradiction':
      return { to: BANK_FILES_PAGE, search: batchAddress(batchId ?? 0) }
    case 'paused-batch':
      return { to: RESULTS_PAGE, search: batchAddress(batchId ?? 0) }
    case 'follow-failures':
      return { to: RESULTS_PAGE, search: { ...batchAddress(batchId ?? 0), status: FAILED_ROWS } }
    case 'audit-recharge':
      return { to: AUDIT_PAGE, search: rechargeAddress(rechargeId ?? 0) }
    case 'confirm-reversal':
      return { to: VERIFY_PAGE, search: rechargeBesideList(rechargeId ?? 0) }
    case 'confirm-change':
      return { to: PROPOSALS_PAGE, search: {} }
    case 'full-reads':
      return { to: AUDIT_LOG_PAGE, search: { account: title } }
    case 'account-notice':
      return { to: ACCOUNT_PAGE, search: {} }
    case 'unregistered-credit':
      return { to: CREDITS_PAGE, search: { state: 'open' } }
    case 'audit-invoice':
    case 'enter-invoice':
      return {
        to: INVOICES_PAGE,
        search: { status: INVOICE_STATUS[kind], ...invoiceAddress(applicationId ?? 0) },
      }
    case 'red-invoice':
      return { to: INVOICES_PAGE, search: { status: INVOICE_STATUS[kind], providerId: `${providerId}` } }
    case 'flagged-signing':
      return { to: CONTRACTS_PAGE, search: { flagged: '1' } }
    case 'confirm-adjustment':
      return { to: ADJUSTMENTS_PAGE, search: { status: 'proposed' } }
    case 'upload-tax-proof':
      return { to: PROOFS_PAGE, search: { due: '1' } }
    case 'file-correction':
      return { to: FILING_PAGE, search: { month: title } }
    case 'ending-contract':
      return { to: ENTERPRISE_CONTRACTS_PAGE, search: { ending: '1' } }
    case 'watch-doubts':
      return { to: PENDING_PAGE, search: { state: 'in-doubt' } }
    case 'propose-resolution':
      return { to: PENDING_PAGE, search: { state: 'manual' } }
    // Of either state: resolutions, and returns of what was paid.
    case 'confirm-resolution':
      return { to: PENDING_PAGE, search: {} }
  }
}

/** Several of them may be about one record, or about none. */
const NAMED_KINDS: readonly TodoKind[] = ['explain-debit', 'confirm-debit', 'account-pair']

/** To-dos have no number of their own; their kind and record name them. */
export function keyOfTodo(todo: Todo): string {
  const { kind, title, batchId, rechargeId, applicationId, providerId, since } = todo
  if (kind === 'full-reads') return [kind, title, todo.serial, since.getTime()].join(' ')
  if (kind === 'account-notice') return [kind, title, since.getTime(), todo.providerName].join(' ')
  const name = NAMED_KINDS.includes(kind) ? title : ''
  return [kind, batchId, rechargeId, applicationId, providerId, name].join(' ')
}
