// The simulator's second five hundred seeds, in a file of their own so that two workers share them.

import { proveSeeds } from './prove-seeds.ts'

proveSeeds(501, 1000)
