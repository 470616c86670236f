// Opens a port, or says in one sentence why it cannot be opened (D36).

import type { FastifyInstance } from 'fastify'
import { StartProblem } from '../adapters/start-problem.ts'

export type Place = { readonly port: number; readonly host: string; readonly setting: 'PORT' | 'WORKER_PORT' }

export async function listenOn(app: Pick<FastifyInstance, 'listen'>, place: Place): Promise<string> {
  const { port, host } = place
  try {
    return await app.listen({ port, host })
  } catch (error) {
    const sentence = explain((error as NodeJS.ErrnoException).code, place)
    throw sentence === undefined ? error : new StartProblem(sentence)
  }
}

function explain(code: string | undefined, { port, host, setting }: Place): string | undefined {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use; choose another with ${setting}.`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user; choose another with ${setting}.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `The address ${host} of HOST is not one of this machine's.`
  return undefined
}
