// The thread that judges, seals and writes the rows of one sheet after the other: nearly all of an upload's work, kept off the thread that answers calls.

import { parentPort } from 'node:worker_threads'
import { type Cipher, openCipher } from '../adapters/personal-data/cipher.ts'
import { openKeyRing } from '../adapters/personal-data/key-ring.ts'
import { lowerPriority } from '../adapters/threads/low-priority.ts'
import type { JudgeCall, JudgeReply } from './judge-calls.ts'
import type { JudgedPiece } from './judged-sheet.ts'
import { SheetJudge } from './sheet-judge.ts'

lowerPriority()

let judge: SheetJudge | undefined
let cipher: { readonly secrets: string; readonly opened: Cipher } | undefined

parentPort?.on('message', (call: JudgeCall) => {
  const result = answer(call)
  const reply: JudgeReply = { result }
  parentPort?.postMessage(reply, call.name === 'judge' ? [(result as JudgedPiece).copy.buffer] : [])
})

function answer(call: JudgeCall): unknown {
  switch (call.name) {
    case 'open': {
      const secrets = JSON.stringify(call.secrets)
      if (cipher?.secrets !== secrets) cipher = { secrets, opened: openCipher(openKeyRing(call.secrets)) }
      judge = new SheetJudge(cipher.opened, call.terms)
      return undefined
    }
    case 'close':
      judge = undefined
      return undefined
    case 'take':
      return judge?.take(call.rows)
    case 'judge':
      return judge?.judge(call.facts)
    case 'sums':
      return judge?.sums()
    case 'takeAgain':
      return judge?.takeAgain(call.chunk)
    case 'mark':
      return judge?.mark(call.facts)
  }
}
