// The same seeds in every run: the fewest in which everything happens that the simulator must not stop testing.

import { checkSeeds } from './check-seeds.ts'

checkSeeds({ from: 61, count: 110, coversEverything: true })
