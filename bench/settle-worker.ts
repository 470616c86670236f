// A worker process that settles whatever waits each time it is told to, through a bank in memory that takes as long as the first argument says, in milliseconds.

import { setTimeout as wait } from 'node:timers/promises'
import { openServices } from '@paywages/server/processes/open-services.ts'
import { MemoryBank } from '@paywages/server/testing/memory-bank.ts'
import { sendWaiting } from '@paywages/server/transfers/send-transfers.ts'

const LANES = 3
const latencyMs = Number(process.argv[2] ?? 0)
const plain = await openServices(process.env, 'round')
const memory = new MemoryBank(plain.clock, plain.settings.bank.secret)
const bank = Object.assign(Object.create(memory) as MemoryBank, {
  submit: async (orders: Parameters<MemoryBank['submit']>[0]) => {
    const answer = await memory.submit(orders)
    await wait(latencyMs)
    return answer
  },
})
const services = { ...plain, bank }
const lane = async () => {
  while ((await sendWaiting(services)) > 0);
}
process.on('message', () => {
  void Promise.all(Array.from({ length: LANES }, lane)).then(() => process.send?.({}))
})
process.on('disconnect', () => void services.database.close().then(() => process.exit(0)))
process.send?.({})
