// Progress, history and pending transfers as they travel.

import { CONTRADICTIONS } from '@paywages/domain/bank-files/statement-evidence.ts'
import { PHASES, type Phase } from '@paywages/domain/ledger/postings.ts'
import { DEBIT_CAUSES } from '@paywages/domain/transfers/debit-cause.ts'
import { RESOLUTION_OUTCOMES } from '@paywages/domain/transfers/resolution.ts'
import { TOLD_HOLDS } from '@paywages/domain/transfers/sending-gate.ts'
import { TRANSFER_STATES } from '@paywages/domain/transfers/transfer-state.ts'
import { z } from 'zod'
import { fileUrl } from '../files/file-url.ts'
import { batchId, rowId } from '../payouts/shapes.ts'
import { at, shape } from '../shape.ts'
import { flag, id, instant, openWord, shown, yuan } from '../values.ts'

const state = openWord(TRANSFER_STATES)

export const progressShape = shape({
  batchId: at('opId', batchId),
  /** Without the cancelled ones, so that what succeeded, failed and is open adds up to it (D42). */
  payableCount: at('totalNum', z.number()),
  succeededCount: at('sucNum', z.number()),
  failedCount: at('failNum', z.number()),
  cancelledCount: at('cancelNum', z.number()),
  /** Not sent yet. */
  waitingCount: at('waitNum', z.number()),
  /** Sent, without a definite answer. */
  atBankCount: at('bankNum', z.number()),
  /** Of those, the ones that only people can end. */
  manualCount: at('manualNum', z.number()),
  /** Nothing of this batch is sent: its orders are not what was approved. */
  paused: at('paused', flag),
  /** Nothing at all is sent: the bank's record and the books disagree. */
  halted: at('halted', flag),
  /** Sent by the worker, or carried to the bank in files. */
  channel: at('channel', z.enum(['direct', 'file'])),
  grossFen: at('totalMoney', yuan()),
  succeededFen: at('sucMoney', yuan()),
  failedFen: at('failMoney', yuan()),
  cancelledFen: at('cancelMoney', yuan()),
  startedAt: at('startTime', instant.nullable()),
  endedAt: at('endTime', instant.nullable()),
  starter: at('startAccount', shown),
  starterName: at('startName', shown),
})
export type Progress = z.output<typeof progressShape>

const event = shape({
  kind: at(
    'kind',
    openWord([
      'sent',
      'answered',
      'no-answer',
      'asked',
      'notified',
      'listed',
      'lease-lost',
      'gave-up',
      'proposed',
      'resolved',
      'proposal-refused',
      'adopted',
      'handed-over',
      'file-result',
      'file-withdrawn',
    ]),
  ),
  from: at('from', state),
  to: at('to', state),
  attempt: at('attempt', z.number()),
  detail: at('detail', shown),
  alarm: at('alarm', shown.nullable()),
  realName: at('accountName', shown.nullable()),
  at: at('time', instant),
})

const posting = shape({
  phase: at('phase', openWord(Object.keys(PHASES) as [Phase, ...Phase[]])),
  amountFen: at('money', yuan()),
  at: at('time', instant),
})

export const transferHistoryShape = shape({
  rowId: at('tranId', rowId),
  name: at('uname', shown),
  bank: at('ubank', shown),
  cardNo: at('ubankcard', shown),
  /** Empty where the row never became a transfer. */
  reference: at('reference', shown),
  state: at('state', state.nullable()),
  amountFen: at('umoney', yuan()),
  taxFen: at('personalTax', yuan()),
  vatFen: at('vatMoney', yuan()),
  feeFen: at('serviceFee', yuan()),
  serial: at('bankSerial', shown),
  reason: at('errMsg', shown),
  startedAt: at('startTime', instant.nullable()),
  starterName: at('startName', shown),
  /** The file that carries it to the bank, where it goes by one. */
  bankFile: at(
    'bankFile',
    shape({
      name: at('name', shown),
      position: at('position', z.number()),
      bankBatchNo: at('bankBatchNo', shown),
      /** The statement that bears out how it ended; empty where none does. */
      listedIn: at('listedIn', shown),
      contradictions: at('contradictions', z.array(openWord(CONTRADICTIONS))),
      /** Lines of confirmed results that a person assigned to it, where they could have meant another. */
      assignedLines: at(
        'assignedLines',
        z.array(
          shape({
            result: at('resultName', shown),
            line: at('line', z.number()),
            assigner: at('assignName', shown),
            assignedAt: at('assignTime', instant),
            confirmer: at('decideName', shown),
          }),
        ),
      ),
    }).nullable(),
  ),
  events: at('events', z.array(event)),
  postings: at('postings', z.array(posting)),
})
export type TransferHistory = z.output<typeof transferHistoryShape>

const proposal = shape({
  resolutionId: at('resolutionId', z.number()),
  outcome: at('outcome', z.enum(RESOLUTION_OUTCOMES)),
  reason: at('reason', shown),
  evidenceFileId: at('fileUrl', fileUrl('')),
  proposerId: at('accountId', z.number()),
  proposerName: at('accountName', shown),
  at: at('time', instant),
})

export const pendingTransferShape = shape({
  rowId: at('tranId', rowId),
  batchId: at('opId', batchId),
  batchNo: at('batchNo', shown),
  providerId: at('providerId', z.number()),
  providerName: at('providerName', shown),
  reference: at('reference', shown),
  state: at('state', state),
  name: at('uname', shown),
  bank: at('ubank', shown),
  cardNo: at('ubankcard', shown),
  netFen: at('money', yuan()),
  attempts: at('attempts', z.number()),
  asks: at('asks', z.number()),
  firstSentAt: at('sendTime', instant),
  proposal: at('proposal', proposal.nullable()),
})
export type PendingTransfer = z.output<typeof pendingTransferShape>

const debitProposal = shape({
  outcome: at('outcome', z.enum(['paid', 'foreign'])),
  reason: at('reason', shown),
  proposerId: at('accountId', z.number()),
  proposerName: at('accountName', shown),
})

export const unknownDebitShape = shape({
  debitId: at('debitId', id),
  reference: at('reference', shown),
  serial: at('bankSerial', shown),
  amountFen: at('money', yuan()),
  executedAt: at('time', instant),
  returned: at('returned', flag),
  /** Accepted by the bank at that time, and not executed yet. */
  accepted: at('accepted', flag),
  name: at('payeeName', shown),
  /** The last four digits. */
  cardTail: at('cardTail', shown),
  cause: at('cause', z.enum(DEBIT_CAUSES)),
  /** Null where no batch of ours bears its mark. */
  providerId: at('providerId', z.number().nullable()),
  providerName: at('providerName', shown),
  /** Known as a payment of ours; the row that it paid is yet to be uploaded again. */
  awaitsSheet: at('awaitsSheet', flag),
  proposal: at('proposal', debitProposal.nullable()),
})
export type UnknownDebit = z.output<typeof unknownDebitShape>

export const acceptedOrdersHoldShape = shape({
  since: at('time', instant.nullable()),
  reason: at('reason', openWord(TOLD_HOLDS).nullable()),
})
