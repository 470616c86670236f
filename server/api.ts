// Entry point: serves the API and the console. Run as many as wanted.

import { StartProblem } from './adapters/start-problem.ts'
import { buildApp } from './app.ts'
import { openHouse } from './open-house.ts'
import { type Running, runProcess } from './run-process.ts'

await runProcess(async (): Promise<Running> => {
  const house = await openHouse(process.env)
  const readiness = { draining: false }
  const app = await buildApp(house, readiness)
  const { port, host } = house.settings
  const address = await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw listenProblem(error, host, port)
  })
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

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  if (error.code === 'EADDRINUSE')
    return new StartProblem(`Port ${port} on ${host} is in use; choose another with PORT.`)
  if (error.code === 'EACCES')
    return new StartProblem(`Port ${port} may not be opened by this user; choose another with PORT.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartProblem(`The address ${host} of HOST is not one of this machine's.`)
  return error
}
