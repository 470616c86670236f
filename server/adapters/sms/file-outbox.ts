// Text messages as lines of a file, where no gateway is configured: nothing leaves the machine.

import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { maskPhone } from '@paywages/domain/personal/mask.ts'
import type { SmsPort } from './sms-port.ts'

/** Phones are masked as everywhere at rest in the clear (D33); the reference tells whose it is. */
export function openFileOutbox(dataDir: string): SmsPort {
  const folder = join(dataDir, 'sms')
  return {
    codesRequired: false,
    send: async ({ phone, text, reference }) => {
      const line = { at: new Date().toISOString(), reference, phone: maskPhone(phone), text }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // One write to a file opened for appending: lines of two workers do not run into each other.
      await appendFile(join(folder, 'outbox.jsonl'), `${JSON.stringify(line)}\n`, { mode: 0o600 })
    },
  }
}
