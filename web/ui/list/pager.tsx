// The pager below a list: which rows these are, and the pages; absent when one page holds all (spec §9).

import { PAGE_SIZE } from '@paywages/wire/paging.ts'
import { Pagination } from 'antd'
import { uiLabels } from '../labels.ts'

type PagerProps = { page: number; total: number; onGo: (page: number) => void }

export function Pager({ page, total, onGo }: PagerProps) {
  if (total <= PAGE_SIZE) return null
  const figure = (count: number) => count.toLocaleString('en-US')
  const first = figure((page - 1) * PAGE_SIZE + 1)
  const last = figure(Math.min(page * PAGE_SIZE, total))
  return (
    <nav className="pager" aria-label={uiLabels.pager}>
      <span>{uiLabels.range(first, last, figure(total))}</span>
      <Pagination current={page} total={total} pageSize={PAGE_SIZE} showSizeChanger={false} onChange={onGo} />
    </nav>
  )
}
