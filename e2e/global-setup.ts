// Before the first browser test: the demo is seeded once, for every product of the run to start from.

import { seedOnce } from './run-product.ts'

export default seedOnce
