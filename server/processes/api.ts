// Entry point: serves the API and the console. Run as many as wanted.

import { buildApp } from './app.ts'
import { listenOn } from './listen-on.ts'
import { openServices } from './open-services.ts'
import { type Running, runProcess } from './run-process.ts'

await runProcess(async (): Promise<Running> => {
  const services = await openServices(process.env, 'request')
  const readiness = { draining: false }
  const app = await buildApp(services, readiness)
  const { port, host } = services.settings
  const address = await listenOn(app, { port, host, setting: 'PORT' })
  services.log.info({ address }, 'the api serves')
  return {
    address,
    stop: async () => {
      readiness.draining = true
      await app.close()
      await services.database.close()
    },
  }
})
