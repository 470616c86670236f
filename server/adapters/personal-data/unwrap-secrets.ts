// The port to a key service: secrets that are given wrapped are unwrapped once at the start, by an operator's command or over HTTP (ADR 87).

import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Settings } from '../config/settings.ts'
import { reasonOf, StartProblem } from '../start-problem.ts'
import type { Secrets } from './key-ring.ts'

/** Gives back the secret that was wrapped, or throws. */
export type Unwrap = (wrapped: string) => Promise<string>

const ANSWER_MS = 20_000

/** Words, no shell: what is wrapped goes to standard input, the secret comes by standard output. */
export function unwrapByCommand(command: string): Unwrap {
  const [program = '', ...words] = command.split(' ').filter((word) => word !== '')
  return async (wrapped) => {
    const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'], timeout: ANSWER_MS })
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    // A command that does not read what it is given has failed already, and says so by its code.
    child.stdin.on('error', () => undefined)
    child.stdin.end(wrapped)
    const [secret, code] = await Promise.all([text(child.stdout), ended])
    if (code !== 0) throw new Error(`it ended with ${code ?? 'a signal'}`)
    return secret
  }
}

/** `POST {"ciphertext"}` with a bearer token, answered by `{"plaintext"}`: what KMS gateways have in common. */
export function unwrapByService(url: string, token: string | undefined): Unwrap {
  return async (wrapped) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ ciphertext: wrapped }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (!answer.ok) throw new Error(`it answered ${answer.status}`)
    const { plaintext } = (await answer.json()) as { plaintext?: unknown }
    if (typeof plaintext !== 'string') throw new Error('its answer has no plaintext')
    return plaintext
  }
}

function unwrapperOf(how: Settings['keyUnwrapping']): Unwrap | undefined {
  if (how === undefined) return undefined
  return how.by === 'command' ? unwrapByCommand(how.command) : unwrapByService(how.url, how.token)
}

type Given = Pick<Settings, 'secretKey' | 'oldSecretKeys' | 'nextSecretKey' | 'keyUnwrapping'>

export async function readSecrets(given: Given): Promise<Secrets> {
  const unwrap = unwrapperOf(given.keyUnwrapping)
  const opened = async (setting: string, value: string) => {
    if (unwrap === undefined) return value
    try {
      const secret = (await unwrap(value)).trim()
      if (secret === '') throw new Error('it gave nothing')
      return secret
    } catch (error) {
      // Of what went wrong, never what was said: it may hold the key.
      throw new StartProblem(`${setting} could not be unwrapped: ${reasonOf(error)}.`)
    }
  }
  const { secretKey, oldSecretKeys, nextSecretKey } = given
  return {
    current: await opened('SECRET_KEY', secretKey),
    old: await Promise.all(oldSecretKeys.map((one) => opened('A key of SECRET_KEY_OLD', one))),
    ...(nextSecretKey === undefined ? {} : { next: await opened('SECRET_KEY_NEXT', nextSecretKey) }),
  }
}
