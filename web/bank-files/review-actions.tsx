// The second person's word on a result: into the books, or back with a reason.

import { decideBankResult } from '@paywages/wire/bank-files/endpoints.ts'
import type { BankFileResult, BankFileRow } from '@paywages/wire/bank-files/shapes.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { AmountBlock } from '../ui/display/amount-block.tsx'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { shortDigest } from './file-words.ts'
import { bankFileLabels, resultLabels as labels } from './labels.ts'
import { refreshFiles } from './use-file-steps.tsx'

type ReviewProps = { file: BankFileRow; result: BankFileResult }

export function ReviewActions({ file, result }: ReviewProps) {
  const confirmedStep = useConfirmedStep()
  const [asking, setAsking] = useState<'refusal' | 'word'>()
  const { bankFileId } = file
  const about = { bankFileId, resultId: result.resultId, sha256: result.sha256, revision: result.revision }
  const named = (result.succeededCount + result.rejectedCount + result.returnedCount).toLocaleString('en-US')
  const confirm = () =>
    confirmedStep({
      title: labels.confirmTitle,
      object: `${file.name} · ${result.name}`,
      body: <Sums result={result} />,
      warning: labels.confirmWarning,
      action: labels.confirm(named),
      send: () => call(decideBankResult, { ...about, confirms: true }),
      done: labels.confirmed,
      refresh: refreshFiles,
    })
  const isRisky = file.people.some(({ high }) => high)
  const isAlike = file.alikeFile !== ''
  return (
    <>
      {file.people.length === 0 ? null : (
        <Notice tone={isRisky ? 'bad' : 'wait'} title={labels.people}>
          {file.people.map(({ words }) => (
            <p key={words}>{words}</p>
          ))}
        </Notice>
      )}
      {isAlike ? (
        <Notice tone="bad" title={labels.alike}>
          <p>{labels.alikeNote(file.alikeFile)}</p>
        </Notice>
      ) : null}
      <div className="result-acts">
        {file.actions.includes('refuse-result') ? (
          <Button onClick={() => setAsking('refusal')}>{labels.sendBack}</Button>
        ) : null}
        {file.actions.includes('confirm') ? (
          <Button type="primary" onClick={() => (isRisky || isAlike ? setAsking('word') : void confirm())}>
            {labels.confirm(named)}
          </Button>
        ) : null}
        <ReasonDialog
          open={asking === 'word'}
          name="confirm-bank-result"
          words={{
            title: isRisky ? labels.peopleTitle : labels.alikeTitle,
            action: labels.confirm(named),
            note: labels.confirmWarning,
            reason: labels.peopleWord,
            reasonHint: isRisky ? labels.peopleHint : labels.alikeHint,
            done: labels.confirmed,
          }}
          object={`${file.name} · ${result.name}`}
          body={<Sums result={result} />}
          rules={[{ required: true, whitespace: true, message: labels.peopleWord }]}
          maxLength={200}
          danger={false}
          send={(reason) => call(decideBankResult, { ...about, confirms: true, reason })}
          refresh={refreshFiles}
          onClose={() => setAsking(undefined)}
        />
        <ReasonDialog
          open={asking === 'refusal'}
          name="refuse-bank-result"
          words={{
            title: labels.backTitle,
            action: labels.sendBack,
            reason: labels.backReason,
            reasonHint: labels.backHint,
            done: labels.backDone,
          }}
          object={result.name}
          rules={[{ required: true, whitespace: true, message: labels.backReason }]}
          maxLength={200}
          send={(reason) => call(decideBankResult, { ...about, confirms: false, reason })}
          refresh={refreshFiles}
          onClose={() => setAsking(undefined)}
        />
      </div>
    </>
  )
}

/** What is confirmed, once more. */
function Sums({ result }: { result: BankFileResult }) {
  const count = (rows: number) => bankFileLabels.countOf(rows.toLocaleString('en-US'))
  return (
    <AmountBlock
      label={labels.succeeded}
      fen={result.succeededFen}
      lines={[
        { label: labels.succeeded, value: count(result.succeededCount) },
        { label: labels.rejected, value: count(result.rejectedCount) },
        { label: bankFileLabels.digest, value: shortDigest(result.sha256) },
      ]}
    />
  )
}
