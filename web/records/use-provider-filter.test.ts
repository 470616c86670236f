// Who has the one company chosen for them.

import { expect, it } from 'vitest'
import { onlyProvider } from './use-provider-filter.ts'

const NOBODY = { payRight: false, checkRight: false, manager: false, superManager: false }
const STAR = { value: 1, label: '星河科技' }
const CLOUD = { value: 2, label: '云帆信息' }

it.each([
  ['payer', { payRight: true }, [STAR, CLOUD], '星河科技'],
  ['reviewer', { checkRight: true }, [], '星河科技'],
  ['manager of one company', { manager: true }, [CLOUD], '云帆信息'],
  ['manager of two companies', { manager: true }, [STAR, CLOUD], undefined],
  ['manager before the names are there', { manager: true }, [], undefined],
  ['super manager', { manager: true, superManager: true }, [STAR, CLOUD], undefined],
])('%s is fixed to their only company', (_, rights, options, fixed) => {
  expect(onlyProvider({ ...NOBODY, ...rights, providerName: '星河科技' }, options)).toBe(fixed)
})
