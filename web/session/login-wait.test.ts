// The login page's waits: which are counted down, which are waited out without a word, and which end at once.

import { describe, expect, it } from 'vitest'
import { CallRefused } from '../api/refused.ts'
import { againWhileBusy, shortWait } from './login-wait.ts'

const refused = (code: string, seconds?: number) =>
  new CallRefused({ code, status: 429, http: 429, msg: code, ...(seconds ? { detail: { seconds } } : {}) })

describe('shortWait', () => {
  it.each([
    ['no time told', undefined, 0],
    ['seconds', 30, 30],
    ['a whole minute', 60, 60],
    ['more than a minute', 61, 0],
  ])('counts down %s', (_, seconds, shown) => {
    expect(shortWait(refused('login-slowed', seconds))).toBe(shown)
  })
})

describe('againWhileBusy', () => {
  async function run(outcomes: (string | CallRefused)[]) {
    const pauses: number[] = []
    const attempt = async () => {
      const next = outcomes.shift() ?? ''
      if (next instanceof CallRefused) throw next
      return next
    }
    const result = await againWhileBusy(attempt, async (seconds) => void pauses.push(seconds)).catch(
      (error: CallRefused) => error.code,
    )
    return { result, pauses }
  }
  const busy = refused('login-busy', 2)

  it.each([
    ['a success', ['in'], 'in', []],
    ['a success after two busy answers', [busy, busy, 'in'], 'in', [2, 2]],
    ['a third busy answer', [busy, busy, busy, 'in'], 'login-busy', [2, 2]],
    ['a lock', [refused('account-locked', 900), 'in'], 'account-locked', []],
    ['a wrong password after a busy answer', [busy, refused('bad-credentials')], 'bad-credentials', [2]],
  ])('ends with %s', async (_, outcomes, result, pauses) => {
    expect(await run([...outcomes])).toEqual({ result, pauses })
  })
})
