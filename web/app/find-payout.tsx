// The field of the top bar that finds one payout from every page: by person or number, within a year, its drawer open where there is only one (ADR 174).

import { readPayoutSearch } from '@paywages/domain/payouts/payout-search.ts'
import { Search } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { lastDays } from '../ui/list/list-filters.ts'
import { ONLY_ROW, ROW_IN_ADDRESS } from '../ui/list/use-row-address.ts'
import { useGo } from '../ui/page/address.ts'
import { shellLabels as labels } from './labels.ts'
import type { PagePath } from './pages.ts'
import './find-payout.css'

const PAGE: PagePath = '/paydetail'
const DAYS = 365
/** A name of 30 characters, or a number with spaces between its groups. */
const MAX_TYPED = 30

export function FindPayout() {
  const go = useGo()
  const field = useRef<HTMLInputElement>(null)

  function find(event: FormEvent) {
    event.preventDefault()
    const wanted = readPayoutSearch(field.current?.value ?? '')
    if (wanted === undefined || field.current === null) return
    // The page says it from here on, beside what else narrows it.
    field.current.value = ''
    go(PAGE, { ...wanted, ...lastDays(DAYS, new Date()), [ROW_IN_ADDRESS]: ONLY_ROW })
  }

  return (
    <search className="find-payout">
      <form onSubmit={find}>
        <Search size={14} aria-hidden="true" />
        <input
          ref={field}
          type="search"
          aria-label={labels.findPayout}
          placeholder={labels.findPayoutHint}
          maxLength={MAX_TYPED}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
        />
      </form>
    </search>
  )
}
