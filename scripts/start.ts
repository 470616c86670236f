/** The supervisor behind `npm start`: database, migrations, demo data, sandbox bank, api and worker, in order, and back again on Ctrl-C. */
import { forbidMemoryDumps } from '@paywages/server/adapters/no-memory-dumps.ts'
import { announcement, readableFolder, visitable } from './announcement.ts'
import { type Product, prepareProduct } from './prepare-product.ts'
import { type ProcessName, processPlan } from './process-scripts.ts'
import { runDemoSeed } from './run-demo-seed.ts'
import { type SupervisedChild, superviseChild } from './supervise.ts'
import { runSupervisor, type Supervisor } from './supervisor.ts'

const children: SupervisedChild[] = []

// Also for the database, which is started from here.
forbidMemoryDumps()

await runSupervisor(async (supervisor) => {
  const product = await prepareProduct(supervisor, 'own-address')
  const { settings, demo, sandboxBank } = product
  // The demo's history is paid by it, so that the bank's record and ours agree from the first day.
  if (sandboxBank) await startProcesses(supervisor, product, ['sandbox bank'])
  if (demo) await runDemoSeed(supervisor, product)
  const api = await startProcesses(supervisor, product, ['api', 'worker'])
  product.announce(() => {
    for (const child of children) child.restart()
  })
  console.log(
    announcement({
      address: api.address ?? visitable(settings.host, settings.port),
      dataFolder: readableFolder(settings.dataDir),
      demo,
      bank: sandboxBank,
      seconds: supervisor.elapsed(),
    }),
  )
})

/** All start at once, and none stays when another cannot; the first is returned. */
async function startProcesses(
  supervisor: Supervisor,
  product: Product,
  names: readonly [ProcessName, ...ProcessName[]],
): Promise<SupervisedChild> {
  const { print, signal } = supervisor
  const failing = new AbortController()
  const startOne = async (name: ProcessName) => {
    const plan = { ...processPlan(name, product), print }
    const child = await superviseChild(plan, AbortSignal.any([signal, failing.signal]))
    children.push(child)
    supervisor.children.push(child)
    print(`The ${name} serves.`)
    return child
  }
  const [first, ...others] = names
  const starting = [startOne(first), ...others.map(startOne)] as const
  try {
    await Promise.all(starting)
    return await starting[0]
  } catch (problem) {
    failing.abort()
    await Promise.allSettled(starting)
    throw problem
  }
}
