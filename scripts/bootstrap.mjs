/**
 * The front door of `npm start`, `npm run dev`, `npm test`, `npm run check`, `npm run bench`, `npm run faults`, `npm run cluster-faults`, `npm run soak` and `npm run simulate` on a fresh clone: installs what is missing,
 * builds the web bundle, then hands over to scripts/<command>.ts on Node 24. Plain JavaScript, because Node 20 runs it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingPackages, thisMachine } from './installed-packages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const binFolder = join(root, 'node_modules', '.bin')
const installStamp = join(root, 'node_modules', '.paywages-lock-hash')
const webStamp = join(root, 'web', 'dist', '.source-hash')
const testFolders = ['domain', 'wire', 'server', 'web', 'sandbox-bank', 'scripts', 'e2e']
const commands = ['start', 'dev', 'test', 'check', 'bench', 'faults', 'cluster-faults', 'soak', 'simulate']

/** A reason to stop that is one sentence for the person at the terminal. */
class Problem extends Error {}

const pathOutside = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== binFolder)
/** npm itself must not run on the Node it is about to replace, so it gets the PATH without our own programs. */
const outsideEnvironment = { ...process.env, PATH: pathOutside.join(delimiter) }
const insideEnvironment = {
  ...process.env,
  PATH: [binFolder, ...pathOutside].join(delimiter),
  // Every process of ours strips and compiles the same sources: from the second start on it takes half the processor time.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'paywages'),
}

async function main() {
  const [command = '', ...args] = process.argv.slice(2)
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Problem(`Paywages needs Node 20 or newer, but this is Node ${process.versions.node}.`)
  }
  if (!commands.includes(command)) {
    throw new Problem(`Usage: node scripts/bootstrap.mjs <${commands.join('|')}> [arguments]`)
  }
  await install()
  if (needsWeb(command, args)) await buildWeb()
  await handOver(join('scripts', `${command}.ts`), args)
}

/** Tests that were named need it when one of them may be a browser test: by its path, or by a title that no path has. */
function needsWeb(command, args) {
  if (['dev', 'check', 'faults', 'cluster-faults', 'soak', 'simulate'].includes(command)) return false
  if (command !== 'test' || args.length === 0) return true
  const named = (file) => args.some((word) => file.includes(word.replace(/^\.\//, '')))
  const files = testFolders.flatMap((folder) => listTests(join(root, folder))).filter(named)
  return files.length === 0 || files.some((file) => file.startsWith('e2e'))
}

function listTests(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => relative(root, join(folder, name)))
}

/** The stamp is written last, so an interrupted installation is begun again. */
async function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  if (readIfThere(installStamp) === wanted) return
  // Somebody has run npm ci by hand: to do it again would take minutes, and a network that may be gone.
  if (isInstalled()) return writeStamp(installStamp, wanted)
  // --include=dev, because NODE_ENV=production would leave out the bundler that builds the console.
  const ci = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  await runShowingTime('Installing packages', 'npm', ci, outsideEnvironment)
  if (spawnSync(join(binFolder, 'node'), ['--version']).status !== 0) {
    throw new Problem(
      'Node 24 was not installed because npm is set to ignore install scripts; run "npm rebuild node --ignore-scripts=false" and try again.',
    )
  }
  writeFileSync(installStamp, wanted)
}

function isInstalled() {
  const record = readIfThere(join(root, 'node_modules', '.package-lock.json'))
  if (record === undefined) return false
  try {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    if (missingPackages(lock, JSON.parse(record), thisMachine()).length > 0) return false
  } catch {
    // A record that was cut short proves nothing.
    return false
  }
  return spawnSync(join(binFolder, 'node'), ['--version']).status === 0
}

/** Where the checkout belongs to another user, each start looks again. */
function writeStamp(file, content) {
  try {
    writeFileSync(file, content)
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error
  }
}

async function buildWeb() {
  const wanted = hashSources()
  if (readIfThere(webStamp) === wanted) return
  rmSync(webStamp, { force: true })
  await runShowingTime(
    'Building the console',
    'npm',
    ['--workspace', 'web', 'run', 'build'],
    insideEnvironment,
  )
  writeFileSync(webStamp, wanted)
}

function hashSources() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const room of ['web', 'wire', 'domain']) {
    for (const file of listFiles(join(root, room))) {
      hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? listFiles(path) : [path]
    })
}

/** The content, or undefined when there is none; any other trouble is told. */
function readIfThere(file) {
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined
}

/** Runs a long step quietly with its elapsed time in view; its output is shown only when it fails. */
async function runShowingTime(title, program, args, env) {
  const began = Date.now()
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`
  const { isTTY } = process.stdout
  const report = () =>
    process.stdout.write(isTTY ? `\r\x1b[K${title} … ${seconds()}` : `${title} … ${seconds()}\n`)
  report()
  const ticking = setInterval(report, isTTY ? 1000 : 10_000)
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const stopForwarding = forwardSignals(child)
  const ending = await new Promise((settle) => {
    child.on('error', (error) => settle(error.message))
    child.on('close', (code, signal) => settle(signal ?? code))
  })
  stopForwarding()
  clearInterval(ticking)
  process.stdout.write(isTTY ? '\r\x1b[K' : '')
  if (ending === 0) return console.log(`${title}: done in ${seconds()}.`)
  console.error(withoutEngineWarnings(output))
  throw new Problem(`${title} failed (${[program, ...args].join(' ')} ended with ${ending}).`)
}

/** npm runs on the system's Node 20 and warns about packages that want the Node 24 we run them with. */
function withoutEngineWarnings(output) {
  return output
    .split('\n')
    .filter((line) => !/^npm warn EBADENGINE/i.test(line))
    .join('\n')
    .trim()
}

/** Seeds leave much behind that is gone a moment later: with room for it the collector has less to do. */
const flagsOf = (script) =>
  script.endsWith('simulate.ts')
    ? ['--min-semi-space-size=32', '--max-semi-space-size=32', '--initial-old-space-size=1024']
    : []

async function handOver(script, args) {
  if (!existsSync(join(root, script))) throw new Problem(`${script} is missing from this checkout.`)
  // The IPC channel lets the script notice when this process is killed.
  const child = spawn(join(binFolder, 'node'), [...flagsOf(script), script, ...args], {
    cwd: root,
    env: insideEnvironment,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  forwardSignals(child)
  const stopWatching = watchNpm(() => child.kill('SIGTERM'))
  child.on('error', (error) => {
    console.error(error.message)
    process.exitCode = 1
  })
  child.on('close', (code, signal) => {
    stopWatching()
    process.exit(code ?? (signal === 'SIGINT' ? 130 : 1))
  })
}

function forwardSignals(child) {
  const stops = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const forward = () => child.kill(signal)
    process.on(signal, forward)
    return () => process.off(signal, forward)
  })
  return () => {
    for (const stop of stops) stop()
  }
}

/** When npm is killed outright nothing reaches us, and the product would run on unseen; so npm is looked at. */
function watchNpm(onGone) {
  const npm = process.env.npm_lifecycle_event ? findNpm() : undefined
  if (!npm) return () => {}
  const timer = setInterval(() => {
    const { state } = readProcess(npm) ?? { state: 'gone' }
    if (state !== 'gone' && state !== 'Z') return
    clearInterval(timer)
    onGone()
  }, 1000)
  return () => clearInterval(timer)
}

/** npm runs a script directly or through a shell, so it is our parent or our parent's parent. */
function findNpm() {
  const parent = readProcess(process.ppid)
  if (!parent) return undefined
  return /^(ba|da|z|k)?sh$/.test(parent.name) ? parent.parentId : process.ppid
}

function readProcess(id) {
  try {
    const [, name, state, parentId] =
      /\((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? []
    return { name, state, parentId: Number(parentId) }
  } catch {
    return undefined
  }
}

main().catch((error) => {
  console.error(error instanceof Problem ? error.message : error)
  process.exit(1)
})
