/** The supervisor behind `npm run dev`: the product on the demo data, with api, worker and console reloaded on save, at one address. */
import { join } from 'node:path'
import { announcement, readableFolder, visitable } from './announcement.ts'
import { serveConsole } from './dev/console-server.ts'
import { type ReloadingProcess, runReloading } from './dev/reloading-process.ts'
import { savedChange } from './dev/saved-change.ts'
import { terminalLine } from './dev/terminal-line.ts'
import { type Product, prepareProduct } from './prepare-product.ts'
import { type ProcessName, processPlan } from './process-scripts.ts'
import { runDemoSeed } from './run-demo-seed.ts'
import { runSupervisor, type Supervisor } from './supervisor.ts'

/** Editors write a file in several steps, and a checkout writes many files. */
const debounceMs = 100
/** The ports that .vscode/launch.json attaches to. */
const INSPECTOR_PORTS: Partial<Record<ProcessName, number>> = { api: 9229, worker: 9230 }

const inspect = process.argv.includes('--inspect')
const processes = new Map<ProcessName, ReloadingProcess>()

// Its own folder, so that it does not meet the data of npm start.
process.env.DATA_DIR ||= './data-dev'

await runSupervisor(async (supervisor) => {
  const product = await prepareProduct(supervisor, 'behind-proxy')
  const { settings, port, demo, sandboxBank } = product
  if (sandboxBank) await startProcess(supervisor, product, 'sandbox bank').settled()
  supervisor.signal.throwIfAborted()
  if (demo) await runDemoSeed(supervisor, product)
  const api = startProcess(supervisor, product, 'api')
  const worker = startProcess(supervisor, product, 'worker')
  product.announce(() => {
    for (const running of processes.values()) running.reload()
  })
  const { HOST = '', PORT = '' } = product.environment()
  const server = await serveConsole({
    host: settings.host,
    port,
    api: visitable(HOST, Number(PORT)),
    brandsFile: settings.brandsFile,
    apiSettled: api.settled,
    onSave: reloadOnSave(supervisor),
  })
  supervisor.children.push({ stop: server.close })
  await Promise.all([api.settled(), worker.settled()])
  supervisor.signal.throwIfAborted()
  console.log(
    announcement({
      address: visitable(settings.host, port),
      dataFolder: readableFolder(settings.dataDir),
      demo,
      bank: sandboxBank,
      seconds: supervisor.elapsed(),
    }),
  )
  console.log(
    `  Saved changes are taken over at once. Logs: ${readableFolder(join(settings.dataDir, 'logs'))}\n`,
  )
})

function startProcess(supervisor: Supervisor, product: Product, name: ProcessName): ReloadingProcess {
  const inspectorPort = inspect ? INSPECTOR_PORTS[name] : undefined
  const usual = processPlan(name, product)
  const plan = {
    ...usual,
    // Unchanged files are not compiled again, which halves the time of a restart.
    environment: () => ({
      NODE_COMPILE_CACHE: join(product.settings.dataDir, 'compile-cache'),
      ...product.environment(),
    }),
    nodeOptions: [...usual.nodeOptions, ...(inspectorPort ? [`--inspect=127.0.0.1:${inspectorPort}`] : [])],
    onLine: (line: string) => {
      const shown = terminalLine(line)
      if (shown !== undefined) console.log(shown.replaceAll(/^/gm, `${name} │ `))
    },
  }
  const running = runReloading(plan, supervisor.print)
  processes.set(name, running)
  supervisor.children.push(running)
  return running
}

/** Saves that come close together are one. */
function reloadOnSave({ print }: Supervisor): (path: string) => void {
  const waiting = new Set<ProcessName>()
  let timer: NodeJS.Timeout | undefined
  return (path) => {
    const change = savedChange(path)
    if (change === 'nothing') return
    if (change === 'migration') return print(`${path} is applied when npm run dev is started again.`)
    for (const name of change.restart) waiting.add(name)
    clearTimeout(timer)
    timer = setTimeout(() => {
      print(`Saved ${path}.`)
      for (const name of waiting) processes.get(name)?.reload()
      waiting.clear()
    }, debounceMs)
  }
}
