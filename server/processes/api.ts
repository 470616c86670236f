// Entry point: serves the API and the console. Run as many as wanted.

import { repeat } from '../adapters/jobs/repeat.ts'
import { logRefusedLayouts } from '../tax/imports/find-layout.ts'
import { buildApp } from './app.ts'
import { listenOn } from './listen-on.ts'
import { CHECK_SCHEMA_EVERY_MS, openServices } from './open-services.ts'
import { type Running, runProcess } from './run-process.ts'

await runProcess(async (): Promise<Running> => {
  const services = await openServices(process.env, 'request')
  const readiness = { draining: false }
  const app = await buildApp(services, readiness)
  const { port, host } = services.settings
  const address = await listenOn(app, { port, host, setting: 'PORT' })
  const watch = repeat('check-schema', CHECK_SCHEMA_EVERY_MS, () => services.schema.check(), services.log)
  services.log.info({ address }, 'the api serves')
  await logRefusedLayouts(services)
  return {
    address,
    stop: async () => {
      readiness.draining = true
      await app.close()
      await watch.stop()
      await services.database.close()
    },
  }
})
