// What stands beside a list of money: the sum of all that the filters find, whichever page is shown (D43).

import { at, shape } from './shape.ts'
import { yuan } from './values.ts'

export const listSumShape = shape({ sumFen: at('sumMoney', yuan()) })
