// The simulator's first five hundred seeds; `npm run simulate` runs any number of others.

import { proveSeeds } from './prove-seeds.ts'

proveSeeds(1, 500)
