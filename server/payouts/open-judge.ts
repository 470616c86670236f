// Opens who judges the rows of a sheet: on a thread of its own for uploads, or here for a handful of rows.

import { Worker } from 'node:worker_threads'
import { quietEnvironment } from '../adapters/threads/quiet-environment.ts'
import { SpareThreads } from '../adapters/threads/spare-threads.ts'
import type { Services } from '../app-services.ts'
import type { JudgeCall, JudgeReply } from './judge-calls.ts'
import type { Judge, OpenJudge } from './judged-sheet.ts'
import { SheetJudge } from './sheet-judge.ts'

/** Rows of 100,000 people with all that is on record about some thousand of them. */
const HEAP_MEGABYTES = 128

const spareJudges = new SpareThreads(
  () =>
    new Worker(new URL('./judge-thread.ts', import.meta.url), {
      ...quietEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES, maxYoungGenerationSizeMb: 8 },
    }),
  1,
)

type Waiting = { resolve(result: never): void; reject(error: Error): void }

export function judgeOnThread({ keys }: Pick<Services, 'keys'>): OpenJudge {
  return (terms) => {
    const thread = spareJudges.take()
    const waiting: Waiting[] = []
    let failure: Error | undefined
    const fail = (error: Error) => {
      failure ??= error
      for (const { reject } of waiting.splice(0)) reject(error)
    }
    thread.on('message', ({ result }: JudgeReply) => waiting.shift()?.resolve(result as never))
    thread.on('error', fail)
    thread.on('exit', () => fail(new Error('the thread that judges rows ended')))
    const call = <T>(message: JudgeCall, transfer: ArrayBuffer[] = []) =>
      new Promise<T>((resolve, reject) => {
        if (failure) return reject(failure)
        waiting.push({ resolve, reject })
        thread.postMessage(message, transfer)
      })
    const opened = call<void>({
      name: 'open',
      secrets: keys.secrets,
      terms,
    })
    // What it fails of is told by whatever is asked next.
    opened.catch(() => undefined)
    return {
      take: (rows) => call({ name: 'take', rows }, [rows.packed.buffer]),
      judge: (facts) => call({ name: 'judge', facts }),
      sums: () => call({ name: 'sums' }),
      takeAgain: (chunk) => call({ name: 'takeAgain', chunk }),
      mark: (facts) => call({ name: 'mark', facts }),
      close: async () => {
        // Whoever was left in the middle of a chunk is not waited for.
        if (failure || waiting.length > 0) return void (await thread.terminate())
        await call({ name: 'close' })
        await spareJudges.giveBack(thread)
      },
    }
  }
}

/** Without a thread: for copies of a few rows, tests, seeds and demonstrations, whose sheets are small. */
export function judgeHere({ cipher }: Pick<Services, 'cipher'>): OpenJudge {
  return (terms): Judge => {
    const judge = new SheetJudge(cipher, terms)
    return {
      take: async (rows) => judge.take(rows),
      judge: async (facts) => judge.judge(facts),
      sums: async () => judge.sums(),
      takeAgain: async (chunk) => judge.takeAgain(chunk),
      mark: async (facts) => judge.mark(facts),
      close: async () => undefined,
    }
  }
}
