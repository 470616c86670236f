// For which terms of a company the net may differ from the gross.

import { expect, it } from 'vitest'
import { VAT_BEARERS } from '../tax/vat-bearer.ts'
import { netMayDiffer } from './net-pay.ts'

it.each([
  [false, ['person']],
  [true, ['report', 'provider', 'person']],
])('where income tax is withheld: %s, for these bearers of VAT: %s', (withholdsTax, differing) => {
  expect(VAT_BEARERS.filter((vatBearer) => netMayDiffer({ withholdsTax, vatBearer }))).toEqual(differing)
})
