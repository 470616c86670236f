// People have a number of their own in the list, never the bare id of their record.

import type { Freelancer } from '@paywages/wire/freelancers/shapes.ts'
import { expect, test } from 'vitest'
import { peopleColumns } from './people-columns.tsx'

test.each([true, false])(
  'shows the person number where several companies are seen: %s',
  (severalCompanies) => {
    const [first] = peopleColumns({ severalCompanies, narrow: false })
    expect(first?.title).toBe('人员编号')
    expect(first?.render?.(undefined as never, { userId: 123 } as Freelancer, 0)).toBe('RY000123')
  },
)
