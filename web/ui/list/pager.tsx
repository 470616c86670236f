// The pager below a list: which rows these are, how many a page has, and the pages; absent when the smallest page holds all (spec §9, D43).

import { PAGE_SIZE } from '@paywages/wire/paging.ts'
import { Pagination, Segmented } from 'antd'
import { uiLabels } from '../labels.ts'
import { PAGE_SIZES } from './page-size.ts'
import { tellTotal } from './told-total.ts'

type PagerProps = {
  page: number
  total: number
  onGo: (page: number) => void
  size: number
  /** Where the list counts no further; a larger total says that there are more. */
  countsUpTo?: number | undefined
  onSize: (size: number) => void
}

export function Pager({ page, total: counted, onGo, size, onSize, countsUpTo }: PagerProps) {
  const { reached: total, told } = tellTotal(counted, countsUpTo)
  if (total <= PAGE_SIZE) return null
  const figure = (count: number) => count.toLocaleString('en-US')
  const first = figure((page - 1) * size + 1)
  const last = figure(Math.min(page * size, total))
  return (
    <nav className="pager" aria-label={uiLabels.pager}>
      <span className="pager-range">
        {uiLabels.range(first, last, told)}
        <span className="pager-size">
          <span>{uiLabels.pageSize}</span>
          <Segmented
            size="small"
            aria-label={uiLabels.pageSizeLabel}
            options={[...PAGE_SIZES]}
            value={size}
            onChange={onSize}
          />
        </span>
      </span>
      {total <= size ? null : (
        <Pagination current={page} total={total} pageSize={size} showSizeChanger={false} onChange={onGo} />
      )}
    </nav>
  )
}
