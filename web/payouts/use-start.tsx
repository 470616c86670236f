// Starts the transfers of an approved batch after a confirmation that names amount, people, fee and balance (docs/LOOK.md, 07; D19).

import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import { decisionOf } from '@paywages/domain/payouts/batch-status.ts'
import { VAT_WARNING } from '@paywages/domain/payouts/sheet-warnings.ts'
import { startPlan } from '@paywages/wire/bank-files/endpoints.ts'
import type { StartPlan } from '@paywages/wire/bank-files/shapes.ts'
import { batchHead, batchRows, decideBatch, listBatches } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { rechargeMoney } from '@paywages/wire/recharges/endpoints.ts'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { fetchNow, refresh } from '../api/queries.ts'
import {
  BANK_FILES_PAGE,
  batchAddress,
  CHECK_PAGE,
  checkAddress,
  RESULTS_PAGE,
} from '../records/batch-address.ts'
import { peopleAndRows } from '../records/labels.ts'
import { AmountBlock, type AmountLine, signedYuan } from '../ui/display/amount-block.tsx'
import { type Confirmation, useConfirm } from '../ui/feedback/confirm.tsx'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import { toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { useGo } from '../ui/page/address.ts'
import { AccountRadios } from './account-radios.tsx'
import { checkLabels, decisionLabels, startLabels as labels } from './labels.ts'
import { netChangedWords } from './net-changed-words.ts'
import './start-faults.css'

/** How long a refused start is shown (spec §8). */
const REFUSAL_SECONDS = 5

const RECHARGE_PAGE = '/addrecharge'

type Start = {
  readonly busy: boolean
  readonly start: (batchId: number) => Promise<void>
}

export function useStart(): Start {
  const confirm = useConfirm()
  const confirmedStep = useConfirmedStep()
  const go = useGo()
  const [busy, setBusy] = useState(false)
  const asking = useRef(false)

  /** Batch and balance are asked at this moment: what is confirmed is what is true now. */
  async function start(batchId: number) {
    if (asking.current) return
    asking.current = true
    setBusy(true)
    const known = await Promise.all([
      fetchNow(batchHead, { batchId }),
      fetchNow(rechargeMoney, {}),
      fetchNow(startPlan, { batchId }),
    ]).catch((error: unknown) => toastRefusal(error, { seconds: REFUSAL_SECONDS }))
    asking.current = false
    setBusy(false)
    if (known === undefined) return
    const [batch, { availableFen }, plan] = known
    const chosen = plan.choices.length > 1 ? await choose(batch, plan) : plan
    if (chosen !== undefined) await decide(batch, availableFen, chosen)
  }

  /** Where the provider lets the starter choose; undefined when nothing was chosen. */
  async function choose(batch: BatchHead, plan: StartPlan): Promise<StartPlan | undefined> {
    let payingAccountId = plan.payingAccountId
    const agreed = await confirm({
      title: labels.chooseTitle,
      object: decisionLabels.object(batch.fileName, batch.batchNo),
      body: (
        <AccountRadios
          choices={plan.choices}
          first={payingAccountId}
          onChoose={(next) => {
            payingAccountId = next
          }}
        />
      ),
      action: labels.chooseAction,
    })
    if (!agreed) return undefined
    return fetchNow(startPlan, { batchId: batch.batchId, payingAccountId }).catch((error: unknown) => {
      toastRefusal(error, { seconds: REFUSAL_SECONDS })
      return undefined
    })
  }

  async function decide(batch: BatchHead, availableFen: bigint, plan: StartPlan) {
    if (plan.faultCount > 0) {
      // Rows are no longer cancelled one by one: the page of the batch takes it back whole.
      if (await confirm(faultsQuestion(batch, plan)))
        go(CHECK_PAGE, checkAddress(batch.batchId, batch.status, 'decide'))
      return
    }
    const leftFen = availableFen - batch.grossFen - batch.feeFen
    if (leftFen < 0n) {
      if (await confirm(shortQuestion(batch, availableFen, leftFen))) go(RECHARGE_PAGE)
      return
    }
    const decision = decisionOf('start')
    if (decision === undefined) return
    const { batchId } = batch
    const { at } = await confirmedStep({
      ...question(batch, availableFen, leftFen, plan),
      refusalSeconds: REFUSAL_SECONDS,
      send: () => call(decideBatch, { batchId, ...decision, payingAccountId: plan.payingAccountId }),
    })
    if (at === 'cancelled') return
    if (at === 'done') {
      // The next page must not find the batch as it was before.
      await fetchNow(batchHead, { batchId }).catch(() => {})
      toastSuccess(decisionLabels.started)
      go(plan.channel === 'file' ? BANK_FILES_PAGE : RESULTS_PAGE, batchAddress(batchId))
    }
    await refresh(listBatches, batchHead, batchRows, rechargeMoney)
  }

  return { busy, start }
}

/** No file of the bank's format can hold these: they are named before anything is started. */
function faultsQuestion({ fileName, batchNo }: BatchHead, plan: StartPlan): Confirmation {
  return {
    title: labels.faultsTitle(plan.faultCount),
    object: decisionLabels.object(fileName, batchNo),
    body: (
      <ul className="start-faults">
        {plan.faults.map(({ rowNumber, what }) => (
          <li key={rowNumber}>{labels.fault(rowNumber, what)}</li>
        ))}
      </ul>
    ),
    warning: labels.faultsHint(plan.formatName),
    action: labels.toSheet,
  }
}

function question(batch: BatchHead, availableFen: bigint, leftFen: bigint, plan?: StartPlan): Confirmation {
  const { fileName, batchNo, grossFen, withholdsTax } = batch
  return {
    title: labels.title,
    object: decisionLabels.object(fileName, batchNo),
    body: (
      <AmountBlock
        label={withholdsTax ? decisionLabels.amount : labels.amount}
        fen={grossFen}
        lines={[...linesOf(batch, availableFen, leftFen), ...channelLines(plan)]}
      />
    ),
    warning: plan?.channel === 'file' ? fileWarning(batch, plan) : warningOf(batch),
    action: labels.action(signedYuan(grossFen)),
  }
}

/** On which account, by which channel and in how many files; the direct channel is what it always was. */
function channelLines(plan: StartPlan | undefined): readonly AmountLine[] {
  if (plan?.channel !== 'file') return []
  const count = (of: number) => of.toLocaleString('en-US')
  return [
    { label: labels.account, value: labels.accountOf(plan.bankName, plan.accountTail) },
    { label: labels.channel, value: labels.fileChannel(plan.formatName) },
    { label: labels.files, value: labels.filesOf(count(plan.fileCount), count(plan.rowCount)) },
  ]
}

function fileWarning(batch: BatchHead, { unproven }: StartPlan): string {
  const others = warningOf(batch).replace(labels.warning, '')
  return `${labels.fileNote}${unproven ? labels.unproven : ''}${others}`
}

function warningOf({ unsignedCount, warningCounts, netChanges }: BatchHead): string {
  const aboveVat = warningCounts[VAT_WARNING] ?? 0
  const words =
    unsignedCount === 0 ? labels.warning : labels.unsignedWarning(unsignedCount.toLocaleString('en-US'))
  const vat = aboveVat === 0 ? '' : labels.vatWarning(aboveVat.toLocaleString('en-US'))
  const changed = netChangedWords(netChanges)
  return `${words}${vat}${changed && `${checkLabels.netChanged}：${changed}。`}`
}

function shortQuestion(batch: BatchHead, availableFen: bigint, leftFen: bigint): Confirmation {
  return {
    ...question(batch, availableFen, leftFen),
    warning: labels.short(signedYuan(-leftFen)),
    action: labels.toRecharge,
  }
}

function linesOf(batch: BatchHead, availableFen: bigint, leftFen: bigint): readonly AmountLine[] {
  const { peopleCount, payableCount, serviceRate, feeFen, grossFen, taxFen, vatFen, withholdsTax } = batch
  return [
    { label: decisionLabels.people, value: peopleAndRows(peopleCount, payableCount) },
    ...(withholdsTax ? [{ label: decisionLabels.tax, value: signedYuan(taxFen) }] : []),
    ...(vatFen === 0n ? [] : [{ label: decisionLabels.vat, value: signedYuan(vatFen) }]),
    ...(withholdsTax || vatFen > 0n
      ? [{ label: decisionLabels.net, value: signedYuan(grossFen - taxFen - vatFen) }]
      : []),
    {
      label: decisionLabels.fee,
      note: checkLabels.rate(formatRatePercent(serviceRate)),
      value: signedYuan(feeFen),
    },
    { label: labels.deducted, value: signedYuan(grossFen + feeFen), sum: true },
    { label: labels.available, value: signedYuan(availableFen) },
    { label: labels.left, value: signedYuan(leftFen), strong: true, short: leftFen < 0n },
  ]
}
