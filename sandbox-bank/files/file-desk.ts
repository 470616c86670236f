// The bank's online counter for files: executes one by its card endings, refuses one it has seen or pays it again, and keeps what it did on disk.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endingOf } from '../card-endings.ts'
import { CODE_MESSAGES } from '../labels.ts'
import { type FileOrder, readPaymentFile } from './read-payment-file.ts'

export type Executed = FileOrder & {
  readonly status: 'succeeded' | 'rejected' | 'processing' | 'silent'
  readonly reason: string
  readonly serial: string
}

export type ExecutedFile = {
  /** Its digest, and which execution of it. */
  readonly id: string
  readonly digest: string
  readonly name: string
  /** How the bank calls it. */
  readonly batchNo: string
  readonly messageId: string
  /** That it was paid from, where the file says so. */
  readonly accountNo?: string
  readonly at: number
  readonly orders: readonly Executed[]
}

export type Taken = { readonly file: ExecutedFile } | { readonly refusal: 'unreadable' | 'seen' }

/** `from` is the account of whoever stands there: a sheet does not say which it is paid from. */
export type Counter = { readonly repeats?: boolean; readonly from?: string }

export class FileDesk {
  readonly #folder: string
  readonly #files = new Map<string, ExecutedFile>()

  constructor(folder: string) {
    this.#folder = join(folder, 'files')
    if (!existsSync(this.#folder)) return
    for (const name of readdirSync(this.#folder).filter((one) => one.endsWith('.json'))) {
      const file = JSON.parse(readFileSync(join(this.#folder, name), 'utf8')) as ExecutedFile
      // What earlier releases kept was executed once.
      this.#files.set(file.id ?? file.digest, { ...file, id: file.id ?? file.digest })
    }
  }

  /** Newest first. */
  list(): ExecutedFile[] {
    return [...this.#files.values()].toSorted((a, b) => b.at - a.at)
  }

  find(id: string): ExecutedFile | undefined {
    return this.#files.get(id)
  }

  /** A bank that repeats pays a file that it has seen once more, under the same references. */
  take(name: string, bytes: Buffer, at: number, { repeats = false, from = '' }: Counter = {}): Taken {
    const digest = createHash('sha256').update(bytes).digest('hex')
    const times = this.list().filter((file) => file.digest === digest).length
    if (times > 0 && !repeats) return { refusal: 'seen' }
    const read = readPaymentFile(bytes)
    if (!read) return { refusal: 'unreadable' }
    const batchNo = `Z${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}-${String(this.#files.size + 1).padStart(4, '0')}`
    const orders = read.orders.map((order, index): Executed => {
      const { status, code } = endingOf(order.cardNo.slice(-4))
      const isDone = status === 'succeeded'
      return {
        ...order,
        status: isDone || status === 'rejected' ? status : status === 'held' ? 'silent' : 'processing',
        reason: status === 'rejected' ? CODE_MESSAGES[code] : '',
        serial: isDone ? `${batchNo}-${index + 1}` : '',
      }
    })
    const id = times === 0 ? digest : `${digest}-${times + 1}`
    const { messageId } = read
    const accountNo = read.accountNo || from
    const file = { id, digest, name, batchNo, messageId, accountNo, at, orders }
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const place = join(this.#folder, `${id}.json`)
    writeFileSync(`${place}.part`, JSON.stringify(file), { mode: 0o600, flush: true })
    renameSync(`${place}.part`, place)
    this.#files.set(id, file)
    return { file }
  }
}
