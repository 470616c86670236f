// Puts the bank together: its folder under lock, its book open, its port listening; and takes it apart again.

import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { Bank, type BankOptions } from './bank.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { type BankServer, serveBank } from './server.ts'
import type { Settings } from './settings.ts'
import { reasonOf, StartProblem } from './start-problem.ts'

export type RunningBank = { readonly address: string; readonly bank: Bank; stop(): Promise<void> }

/** What tests change: how long to wait before a callback is tried again, and what a broken disk leads to. */
export type StartOptions = {
  readonly backoffMs?: readonly number[]
  readonly onBroken: (error: unknown) => void
}

export async function startBank(settings: Settings, options: StartOptions): Promise<RunningBank> {
  const { folder, secret, notifyUrl, recordDays } = settings
  const lock = takeFolder(folder)
  try {
    const bank = openBook({ folder, secret, notifyUrl, recordDays, clock: Date.now, ...options })
    const desk = serveBank(bank, secret, Date.now)
    const address = await listen(desk, settings).catch((problem: unknown) => {
      bank.stop()
      throw problem
    })
    const stop = async () => {
      await desk.stop()
      bank.stop()
      lock.release()
    }
    return { address, bank, stop }
  } catch (problem) {
    lock.release()
    throw problem
  }
}

function takeFolder(folder: string): FolderLock {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return lockFolder(folder)
  } catch (error) {
    if (error instanceof StartProblem) throw error
    throw new StartProblem(`The folder of SANDBOX_BANK_DATA cannot be used: ${reasonOf(error)}.`)
  }
}

function openBook(options: BankOptions): Bank {
  try {
    return new Bank(options)
  } catch (error) {
    if (error instanceof StartProblem) throw error
    throw new StartProblem(`The bank's book in ${options.folder} cannot be opened: ${reasonOf(error)}.`)
  }
}

async function listen({ server }: BankServer, { port, host }: Settings): Promise<string> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartProblem(explain(code, port, host) ?? `Port ${port} cannot be opened: ${reasonOf(error)}.`)
  }
  return addressOf(server.address() as AddressInfo)
}

/** An address that a neighbour can call, also where the bank listens on all of them. */
function addressOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function explain(code: string | undefined, port: number, host: string): string | undefined {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use; choose another with SANDBOX_BANK_PORT.`
  if (code === 'EACCES')
    return `Port ${port} may not be opened by this user; choose another with SANDBOX_BANK_PORT.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `The address ${host} of SANDBOX_BANK_HOST is not one of this machine's.`
  return undefined
}
