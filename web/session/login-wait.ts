// How the login page waits: for a busy server by itself, for a refusal of some seconds with a countdown.

import { CallRefused } from '../api/refused.ts'

/** Longer waits are told in minutes, and another account may be tried meanwhile. */
const MAX_COUNTDOWN = 60
const MAX_ATTEMPTS = 3

const secondsOf = ({ detail }: CallRefused) => (typeof detail.seconds === 'number' ? detail.seconds : 0)

/** Seconds during which the button rests; none where the wait is long, or there is none. */
export function shortWait(refused: CallRefused): number {
  const seconds = secondsOf(refused)
  return seconds <= MAX_COUNTDOWN ? seconds : 0
}

const pauseFor = (seconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, seconds * 1_000)
  })

/** Tries again, a few times, while so many log in that the server has no room; everything else is told at once. */
export async function againWhileBusy<T>(attempt: () => Promise<T>, pause = pauseFor): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt()
    } catch (error) {
      const busy = error instanceof CallRefused && error.code === 'login-busy'
      if (!busy || attempts >= MAX_ATTEMPTS) throw error
      await pause(secondsOf(error))
    }
  }
}
