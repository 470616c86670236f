// Entry point: serves the API and the console. Run as many as wanted.

import { repeat } from '../adapters/jobs/repeat.ts'
import { NOTE_EVERY_MS, watchKeys } from '../keys/watch-keys.ts'
import { logRefusedLayouts } from '../tax/imports/find-layout.ts'
import { buildApp } from './app.ts'
import { beginTracing } from './begin-tracing.ts'
import { listenOn } from './listen-on.ts'
import { CHECK_SCHEMA_EVERY_MS, openServices } from './open-services.ts'
import { pushMetrics } from './push-metrics.ts'
import { type Running, runProcess } from './run-process.ts'
import { watchState } from './show-state.ts'

await runProcess(async (): Promise<Running> => {
  const services = await openServices(process.env, 'request')
  await beginTracing(services.settings, 'api')
  const readiness = { draining: false }
  const app = await buildApp(services, readiness)
  const { port, host } = services.settings
  const address = await listenOn(app, { port, host, setting: 'PORT' })
  const watch = repeat('check-schema', CHECK_SCHEMA_EVERY_MS, () => services.schema.check(), services.log)
  const state = watchState(services)
  const keyWatch = watchKeys(services, 'api')
  const notes = repeat('note-key', NOTE_EVERY_MS, () => keyWatch.note(), services.log)
  const push = pushMetrics(services, readiness, 'api')
  services.log.info({ address }, 'the api serves')
  await logRefusedLayouts(services)
  return {
    address,
    stop: async () => {
      readiness.draining = true
      await app.close()
      await watch.stop()
      await state.stop()
      await notes.stop()
      await push.stop()
      await keyWatch.end()
      await services.database.close()
    },
  }
})
