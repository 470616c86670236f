// The quarter's report of people and income: what is asked of a platform, for which quarter and company, and why not yet.

import { isQuarter, type Quarter, quarterOf } from '@paywages/domain/tax/periods.ts'
import { downloadPlatformReport } from '@paywages/wire/tax/endpoints.ts'
import { Checkbox, DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { type ReactNode, useId, useState } from 'react'
import { useProviderOptions } from '../../api/provider-names.ts'
import { CallRefused } from '../../api/refused.ts'
import { providerLabels } from '../../records/labels.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toastRefusal } from '../../ui/feedback/toast.ts'
import { uiLabels } from '../../ui/labels.ts'
import { ExportButton } from '../../ui/list/export-button.tsx'
import { recordNumber, useGo, usePageSearch } from '../../ui/page/address.ts'
import { PageLink } from '../../ui/page/page-link.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { quarterLabels as labels } from './filing-labels.ts'
import { PROOFS_PAGE } from './filing-offer.tsx'
import { firstDayOf, lastQuarter } from './filing-state.ts'
import './quarter-report.css'

const nameOf = (quarter: Quarter) => labels.name(quarter.slice(0, 4), quarter.slice(6))

export function QuarterReport({ views }: { views: ReactNode }) {
  const { quarter, providerId, declared, choose } = useChoice()
  const chosen = `${quarter} ${providerId} ${declared}`
  const [refusal, setRefusal] = useState<{ readonly of: string; readonly error: CallRefused }>()
  const input = {
    quarter,
    ...(providerId === undefined ? {} : { providerId }),
    ...(declared ? { includeDeclared: '1' as const } : {}),
  }

  /** What the quarter itself lacks is told in place, and stays; whatever passes is told as everywhere. */
  function report(error: unknown) {
    if (!(error instanceof CallRefused) || error.http !== 422) return toastRefusal(error)
    setRefusal({ of: chosen, error })
  }

  return (
    <>
      <PageTitle purpose={labels.purpose} />
      {views}
      <div className="quarter-report">
        <section className="quarter-rule">
          <h2>{labels.rule}</h2>
          <p>{labels.ruleMore}</p>
          <h3>{labels.hasRight}</h3>
          <dl>
            {labels.sheets.map(({ name, what }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="quarter-choice">
          <Fields quarter={quarter} providerId={providerId} declared={declared} onChoose={choose} />
          <ExportButton
            key={chosen}
            endpoint={downloadPlatformReport}
            input={input}
            label={labels.download}
            primary
            onStart={() => setRefusal(undefined)}
            onRefused={report}
          />
          <p className="quarter-note">{labels.closedFirst}</p>
          <p className="quarter-note">{labels.full}</p>
        </section>
        {refusal?.of !== chosen ? null : (
          <div role="alert">
            <Notice
              tone="wait"
              title={labels.refused(nameOf(quarter))}
              action={
                refusal.error.code === 'tax-quarter-open' ? (
                  <PageLink to={PROOFS_PAGE}>{labels.toProofs}</PageLink>
                ) : undefined
              }
            >
              {refusal.error.msg}
            </Notice>
          </div>
        )}
      </div>
    </>
  )
}

type Choice = {
  readonly quarter: Quarter
  readonly providerId: number | undefined
  /** Whether those are in it whose withholding was declared, and who need no second report. */
  readonly declared: boolean
}

/** Kept in the address, so that one comes back to it from the proofs. */
function useChoice() {
  const go = useGo()
  const search = usePageSearch()
  const latest = lastQuarter(new Date())
  const { quarter: named = '' } = search
  const now: Choice = {
    quarter: isQuarter(named) ? named : latest,
    providerId: recordNumber(search.providerId),
    declared: search.declared === '1',
  }
  const choose = (change: Partial<Choice>) => {
    const { quarter, providerId, declared } = { ...now, ...change }
    go('.', {
      ...search,
      quarter: quarter === latest ? undefined : quarter,
      providerId: providerId === undefined ? undefined : String(providerId),
      declared: declared ? '1' : undefined,
    })
  }
  return { ...now, choose }
}

type FieldsProps = Choice & { onChoose: (change: Partial<Choice>) => void }

function Fields({ quarter, providerId, declared, onChoose }: FieldsProps) {
  const [quarterId, companyId] = [useId(), useId()]
  const { options, loading } = useProviderOptions()
  const latest = lastQuarter(new Date())
  return (
    <>
      <div className="filter-field">
        <label htmlFor={quarterId}>{labels.quarter}</label>
        <DatePicker
          id={quarterId}
          picker="quarter"
          allowClear={false}
          inputReadOnly
          value={dayjs(firstDayOf(quarter))}
          disabledDate={(day) => quarterOf(day.format('YYYY-MM')) > latest}
          onChange={(day) => {
            if (day !== null) onChoose({ quarter: quarterOf(day.format('YYYY-MM')) })
          }}
        />
      </div>
      <div className="filter-field">
        <label htmlFor={companyId}>{providerLabels.provider}</label>
        <Select<number>
          id={companyId}
          value={providerId ?? 0}
          loading={loading}
          options={[{ value: 0, label: uiLabels.all }, ...options]}
          showSearch={options.length > 7 ? { optionFilterProp: 'label' } : false}
          popupMatchSelectWidth={false}
          onChange={(next) => onChoose({ providerId: next === 0 ? undefined : next })}
        />
      </div>
      <div>
        <Checkbox checked={declared} onChange={(event) => onChoose({ declared: event.target.checked })}>
          {labels.declared}
        </Checkbox>
        <p className="quarter-note">{labels.declaredNote}</p>
      </div>
    </>
  )
}
