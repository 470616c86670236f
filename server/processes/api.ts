// Entry point: serves the API and the console. Run as many as wanted.

import { buildApp } from './app.ts'
import { listenOn } from './listen-on.ts'
import { openHouse } from './open-house.ts'
import { type Running, runProcess } from './run-process.ts'

await runProcess(async (): Promise<Running> => {
  const house = await openHouse(process.env)
  const readiness = { draining: false }
  const app = await buildApp(house, readiness)
  const { port, host } = house.settings
  const address = await listenOn(app, { port, host, setting: 'PORT' })
  house.log.info({ address }, 'the api serves')
  return {
    address,
    stop: async () => {
      readiness.draining = true
      await app.close()
      await house.database.close()
    },
  }
})
