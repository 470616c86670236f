// Other seeds for every commit, so that runs add up; their numbers stand in the test's title, for `npm run simulate -- --seed=N`.

import { drawnSeeds } from './drawn-seeds.ts'
import { proveSeeds } from './prove-seeds.ts'

proveSeeds(drawnSeeds())
