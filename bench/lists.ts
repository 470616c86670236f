// The lists of the console, as benchmarks ask for them.

import { PART } from './stored-payouts.ts'

/** The path of a page, of which the last is found by the count that its first one tells. */
export type List = {
  readonly what: string
  readonly path: string
  readonly last?: true
  /** Of its first page; 0 in most. */
  readonly firstIndex?: number
}

export const LISTS: readonly List[] = [
  { what: 'batch list', path: '/excel/import', last: true },
  { what: 'check page', path: '/excel/detail?opId=1', last: true },
  { what: 'detail query', path: '/pay/detail', last: true },
  { what: 'detail query, those under way', path: '/pay/detail?payStatus=0' },
  { what: 'detail query, failed ones', path: '/pay/detail?payStatus=2', last: true },
  { what: 'detail query, a part of a name', path: `/pay/detail?uname=${encodeURIComponent(PART)}` },
  { what: 'detail query, one common character', path: `/pay/detail?uname=${encodeURIComponent('王')}` },
  { what: 'counts of the detail query', path: '/pay/detail/count' },
  { what: 'fund summary', path: '/money/view', last: true, firstIndex: 1 },
  { what: 'totals of the fund summary', path: '/provider/money' },
  { what: 'fund flow', path: '/fund/flow', last: true },
  { what: 'people', path: '/users', last: true },
  { what: 'workbench', path: '/workbench' },
  { what: 'workbench, what waits', path: '/workbench/todos' },
]
