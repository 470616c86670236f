// Other seeds for every commit, so that runs add up; their numbers stand in the test's title, for `npm run simulate -- --seed=N`.

import { checkSeeds } from './check-seeds.ts'
import { drawnSeeds } from './drawn-seeds.ts'

checkSeeds(drawnSeeds())
