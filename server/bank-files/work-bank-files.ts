// What a worker does for bank files, round by round: makes them, settles what was confirmed, calls people for what no result names, and holds all of it against statements.

import type { Services } from '../app-services.ts'
import { callPeopleForFiles } from '../transfers/file-channel.ts'
import { compareStatements } from './compare-statements.ts'
import { settleBankFiles } from './decide-result.ts'
import { makeBankFiles } from './make-files.ts'

/** Until there is nothing more to do; a fault in one part does not hold up the others. */
export async function workBankFiles(services: Services): Promise<number> {
  let done = 0
  for (const part of [makeBankFiles, settleBankFiles, callPeopleForFiles, compareStatements]) {
    try {
      for (let some = await part(services); some > 0; some = await part(services)) done += some
    } catch (error) {
      services.log.error({ err: error }, 'bank files could not be worked on')
    }
  }
  return done
}
