// A checkout of an earlier release beside this one, which runs on its own code and on this one's packages.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

export type Said = { readonly code: number | null; readonly output: string }

export type EarlierRelease = {
  /** Runs one of its scripts to the end; what it prints to stderr is shown. */
  run(script: string, args: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Said>
  remove(): Promise<void>
}

/** Files of bench/ that it is given along are run in its bench/. */
export async function checkOutRelease(revision: string, along: readonly string[]): Promise<EarlierRelease> {
  const place = await mkdtemp(join(tmpdir(), 'paywages-release-'))
  const archive = execFileSync('git', ['archive', revision], { cwd: ROOT, maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', place], { input: archive })
  await linkPackages(place)
  for (const name of along) await copyFile(join(ROOT, 'bench', name), join(place, 'bench', name))
  return {
    run: (script, args, environment = {}) => finished(startScript(join(place, script), args, environment)),
    remove: () => rm(place, { recursive: true, force: true }),
  }
}

/** This release's own scripts, in the same way. */
export function runHere(
  script: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Said> {
  return finished(startScript(join(ROOT, script), args, environment))
}

export function startScript(
  path: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): ChildProcess {
  return spawn(process.execPath, [path, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

export async function finished(child: ChildProcess): Promise<Said> {
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

/** Every package but our own rooms, which are its own. */
async function linkPackages(place: string): Promise<void> {
  const [from, to] = [join(ROOT, 'node_modules'), join(place, 'node_modules')]
  await mkdir(join(to, '@paywages'), { recursive: true })
  for (const name of await readdir(from))
    if (name !== '@paywages' && name !== '.cache') await symlink(join(from, name), join(to, name))
  for (const room of await readdir(join(from, '@paywages')))
    await symlink(join(place, room), join(to, '@paywages', room))
}
