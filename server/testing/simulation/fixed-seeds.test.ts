// The same seeds in every run: the fewest in which everything happens that the simulator must not stop testing.

import { checkSeeds } from './check-seeds.ts'

// A third of them pays by files. In 188 money comes back to a company that owes some; in 277 the fence refuses a late worker;
// in 2334994 people resolve on another day what the bank had numbered and paid.
checkSeeds({ from: 61, count: 110, also: [188, 277, 2334994], coversEverything: true })
