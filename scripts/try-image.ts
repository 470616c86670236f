/** `npm run try-image`: does what deploy/Dockerfile does in a plain folder, and runs migrate, api and worker there as another user who may write nothing. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@paywages/server/adapters/embedded-postgres/start-embedded-postgres.ts'
import { commandWords } from './command-line.ts'
import { runCommand } from './command-settings.ts'
import { freePort } from './free-port.ts'

const root = join(import.meta.dirname, '..')
const stages = readStages(readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8'))
const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
/** Kept for the next try where it is named: the packages take minutes. */
const named = commandWords({ usage: 'try-image -- [--folder=KEPT]', options: ['folder'] }).options.get(
  'folder',
)
const work = named ?? mkdtempSync(join(tmpdir(), 'paywages-image-'))
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

await runCommand(async () => {
  chmodSync(work, 0o755)
  const packages = join(work, 'packages')
  if (!existsSync(join(packages, 'node_modules'))) installPackages(packages)
  const app = join(work, 'app')
  rmSync(app, { recursive: true, force: true })
  assemble(app, packages)
  console.log(
    `The tree of the image has ${sizeOf(app)}, ${sizeOf(join(app, 'node_modules'))} of them packages.`,
  )
  await runAll(app)
  if (!named) rmSync(work, { recursive: true, force: true })
})

type Stage = { readonly name: string; readonly copies: readonly string[][]; readonly runs: readonly string[] }

function readStages(text: string): Stage[] {
  return text
    .split(/^FROM /m)
    .slice(1)
    .map((part) => {
      const lines = part.split('\n')
      const told = (word: string) =>
        lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
      const name = / AS (\w+)/.exec(lines[0] ?? '')?.[1] ?? 'image'
      return { name, copies: told('COPY').map((line) => line.split(' ')), runs: told('RUN') }
    })
}

function stage(name: string): Stage {
  const found = stages.find((one) => one.name === name)
  if (!found) throw new Error(`the Dockerfile has no stage ${name}`)
  return found
}

function installPackages(folder: string): void {
  const { copies, runs } = stage('packages')
  for (const words of copies) copyIn(folder, words)
  for (const command of runs) execFileSync('/bin/sh', ['-c', command], { cwd: folder, stdio: 'inherit' })
}

function assemble(app: string, packages: string): void {
  for (const words of stage('image').copies) {
    const [from = '', what = '', to = ''] = words
    if (from === '--from=packages' && what.startsWith('/app/'))
      cpSync(join(packages, what.slice('/app/'.length)), join(app, to), {
        recursive: true,
        verbatimSymlinks: true,
      })
    else if (from === '--from=console') cpSync(join(root, 'web', 'dist'), join(app, to), { recursive: true })
    // The rest is Node itself and certificates, which this machine has.
    else if (!from.startsWith('--')) copyIn(app, words)
  }
}

function copyIn(folder: string, words: readonly string[]): void {
  const target = join(folder, words.at(-1) ?? '.')
  for (const what of words.slice(0, -1)) {
    const into = words.at(-1)?.endsWith('/') ? join(target, what.split('/').at(-1) ?? '') : target
    mkdirSync(join(into, '..'), { recursive: true })
    cpSync(join(root, what), into, { recursive: true, filter: isSent })
  }
}

function isSent(path: string): boolean {
  const name = relative(root, path)
  let sent = true
  for (const pattern of ignored) {
    const wanted = pattern.replace(/^!/, '')
    if (matchesGlob(name, wanted) || matchesGlob(name, `${wanted}/**`)) sent = pattern.startsWith('!')
  }
  return sent
}

function sizeOf(folder: string): string {
  return `${execFileSync('du', ['-sm', folder]).toString().split('\t')[0]} MB`
}

async function runAll(app: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'paywages-image-data-'))
  execFileSync('chown', ['-R', `${nobody.uid ?? process.getuid?.()}`, data])
  const database = await startEmbeddedPostgres({ folder: `${data}-database`, fast: true })
  const [port, workerPort] = [await freePort(), await freePort()]
  const environment = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    WORKER_PORT: String(workerPort),
    DATA_DIR: data,
    DATABASE_URL: database.appUrl,
    SECRET_KEY: 'xT9v2Lq8Zr4Wn7Kc1Hs6Yd3Gb5Mf0Pj+',
    BANK_URL: 'http://127.0.0.1:1',
    BANK_SECRET: 'a bank secret for trying the image out',
  }
  const children: ChildProcess[] = []
  const start = (script: string, more: NodeJS.ProcessEnv = {}) => {
    const options = { cwd: app, env: { ...environment, ...more }, stdio: 'inherit', ...nobody } as const
    const child = spawn(process.execPath, [script], options)
    children.push(child)
    return child
  }
  try {
    const [code] = await once(start('scripts/migrate.ts', { DATABASE_OWNER_URL: database.url }), 'exit')
    if (code !== 0) throw new Error(`migrate ended with ${code}`)
    start('server/processes/api.ts')
    start('server/processes/worker.ts')
    for (const [name, at] of [
      ['api', port],
      ['worker', workerPort],
    ] as const)
      console.log(`${name}: /ready answers ${JSON.stringify(await untilReady(at))}`)
    const page = await fetch(`http://127.0.0.1:${port}/`)
    console.log(`the console answers ${page.status}`)
    for (const child of children.filter(({ exitCode }) => exitCode === null)) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    console.log('api and worker ended on SIGTERM.')
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await database.stop()
    for (const folder of [data, `${data}-database`]) rmSync(folder, { recursive: true, force: true })
  }
}

async function untilReady(port: number): Promise<unknown> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
    if (answer?.ok) return ((await answer.json()) as { checks: unknown }).checks
    await sleep(200)
  }
  throw new Error(`nothing is ready on port ${port}`)
}
