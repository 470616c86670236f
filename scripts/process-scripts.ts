/** Which script each process of the product runs, and where its log lies. */
import { join } from 'node:path'
import { API_NODE_OPTIONS } from '@paywages/server/processes/node-options.ts'
import type { Product } from './prepare-product.ts'

const root = join(import.meta.dirname, '..')

const SCRIPTS = {
  api: join(root, 'server', 'processes', 'api.ts'),
  worker: join(root, 'server', 'processes', 'worker.ts'),
  'sandbox bank': join(root, 'sandbox-bank', 'main.ts'),
} as const

export type ProcessName = keyof typeof SCRIPTS

/** What is the same for a process however it is kept running. */
export function processPlan(name: ProcessName, product: Product) {
  return {
    name,
    script: SCRIPTS[name],
    nodeOptions: name === 'api' ? API_NODE_OPTIONS : [],
    environment: product.environment,
    logFile: join(product.settings.dataDir, 'logs', `${name.replace(' ', '-')}.log`),
    onLaunch: (pid: number) => product.noteProcess(name, pid),
  }
}
