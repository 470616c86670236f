// The same seeds in every run: the fewest in which everything happens that the simulator must not stop testing.

import { proveSeeds } from './prove-seeds.ts'

proveSeeds({ from: 1, count: 110, coversEverything: true })
