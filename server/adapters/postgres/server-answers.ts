// Asks a PostgreSQL server whether it lives, and to give up a statement, without logging in.

import { connect, type Socket } from 'node:net'
import type { ServerPlace } from './database-address.ts'

const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102

function message(...words: number[]): Buffer {
  const bytes = Buffer.alloc(4 + 4 * words.length)
  bytes.writeInt32BE(bytes.length, 0)
  for (const [index, word] of words.entries()) bytes.writeInt32BE(word, 4 + 4 * index)
  return bytes
}

function open({ host, port }: ServerPlace): Socket {
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect({ host, port })
}

/** Any byte is an answer: a server that is full, starting or without encryption lives. A frozen one is silent. */
export function serverAnswers(place: ServerPlace, limitMs: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = open(place)
    const done = (answers: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      settle(answers)
    }
    const timer = setTimeout(done, limitMs, false)
    socket.once('connect', () => socket.write(message(SSL_REQUEST)))
    socket.once('data', () => done(true))
    socket.once('error', () => done(false))
    socket.once('close', () => done(false))
  })
}

/** Whether it is heard does not matter here: the connection is given up anyway. */
export function cancelStatement(
  place: ServerPlace,
  processId: number,
  secretKey: number,
  limitMs: number,
): void {
  const socket = open(place)
  socket.setTimeout(limitMs, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.once('connect', () => socket.end(message(CANCEL_REQUEST, processId, secretKey)))
  socket.unref()
}
