// What a closed month corrects of older ones, beside the list: for whom, by how much, and how it is or was filed.

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { listCorrections } from '@paywages/wire/tax/correction-endpoints.ts'
import type { Filing, TaxCorrection } from '@paywages/wire/tax/shapes.ts'
import { useCurrentUser } from '../../api/current-user.ts'
import { useCall } from '../../api/queries.ts'
import { withDots } from '../../records/bank-card-text.ts'
import { signedYuan } from '../../ui/display/amount-block.tsx'
import { DescriptionSkeleton } from '../../ui/display/description-list.tsx'
import { DetailDrawer } from '../../ui/display/detail-drawer.tsx'
import { MoneyCell } from '../../ui/display/money.tsx'
import { StatusTag } from '../../ui/display/status-tag.tsx'
import { EmptyBlock, ErrorBlock } from '../../ui/feedback/state-blocks.tsx'
import { CorrectionChoice } from './correction-choice.tsx'
import { correctionLabels as labels } from './correction-labels.ts'
import type { CorrectionPlace } from './corrections-place.ts'
import { FiledCorrection } from './filed-correction.tsx'
import './corrections-drawer.css'

type CorrectionsDrawerProps = {
  /** Kept while the drawer closes, so that nothing vanishes from it. */
  filing: Filing | undefined
  open: boolean
  onClose: () => void
}

export function CorrectionsDrawer({ filing, open, onClose }: CorrectionsDrawerProps) {
  const { providerId = 0, month = '', providerName = '' } = filing ?? {}
  const query = useCall(listCorrections, { providerId, month }, { enabled: open && filing !== undefined })
  const corrections = query.data?.rows
  const waits = corrections?.some(({ way }) => way === null)
  return (
    <DetailDrawer
      open={open}
      title={`${providerName} ${labels.title(month)}`}
      tag={
        waits === undefined || corrections?.length === 0 ? undefined : (
          <StatusTag tone={waits ? 'wait' : 'ok'}>{waits ? labels.open : labels.filed}</StatusTag>
        )
      }
      width={640}
      onClose={onClose}
    >
      {corrections === undefined ? (
        query.isError ? (
          <ErrorBlock query={query} failure={listCorrections.failure} />
        ) : (
          <DescriptionSkeleton rows={8} columns={1} />
        )
      ) : corrections.length === 0 ? (
        <EmptyBlock title={labels.none} hint={labels.noneHint} />
      ) : (
        <div className="corrections">
          <p className="corrections-purpose">{labels.purpose}</p>
          {corrections.map((correction) => (
            <Correction
              key={`${providerId} ${month} ${correction.correctedMonth}`}
              of={{ providerId, providerName, month }}
              correction={correction}
            />
          ))}
        </div>
      )}
    </DetailDrawer>
  )
}

function Correction({ of, correction }: { of: CorrectionPlace; correction: TaxCorrection }) {
  const user = useCurrentUser()
  const { correctedMonth, peopleCount, count, incomeFen, taxFen, way } = correction
  return (
    <section className="correction">
      <h3>
        {labels.month(correctedMonth)}
        <span>{labels.people(grouped(peopleCount), grouped(count))}</span>
      </h3>
      <dl className="correction-sums">
        <div>
          <dt>{labels.income}</dt>
          <dd>{signedYuan(incomeFen)}</dd>
        </div>
        <div>
          <dt>{labels.tax}</dt>
          <dd>{signedYuan(taxFen)}</dd>
        </div>
      </dl>
      <People correction={correction} />
      {way !== null ? (
        <FiledCorrection
          of={of}
          correction={correction}
          way={way}
          mayDownload={hasRight(user, 'pay-or-manager')}
        />
      ) : hasRight(user, 'manager') ? (
        <CorrectionChoice of={of} correction={correction} />
      ) : (
        <p className="correction-note">{labels.waitsForManager}</p>
      )}
    </section>
  )
}

function People({ correction: { people, peopleCount } }: { correction: TaxCorrection }) {
  return (
    <>
      <table className="correction-people">
        <thead>
          <tr>
            <th scope="col">{labels.name}</th>
            <th scope="col">{labels.idCardNo}</th>
            <th scope="col">{labels.income}</th>
            <th scope="col">{labels.tax}</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ name, idCardNo, incomeFen, taxFen }) => (
            <tr key={`${name} ${idCardNo} ${incomeFen}`}>
              <td>{name}</td>
              <td>{withDots(idCardNo)}</td>
              <td>
                <MoneyCell fen={incomeFen} />
              </td>
              <td>
                <MoneyCell fen={taxFen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {peopleCount > people.length ? (
        <p className="correction-note">{labels.more(grouped(peopleCount - people.length))}</p>
      ) : null}
    </>
  )
}

const grouped = (count: number) => count.toLocaleString('en-US')
