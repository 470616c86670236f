/** Finds the browser for the journeys, or installs Debian's: Playwright cannot always download its own. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'

const packages = ['chromium', 'fonts-noto-cjk']
const programs = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of a Chromium that can show Chinese. */
export function ensureChromium(): string {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (isProgram(chosen)) return chosen
    throw new StartProblem(`CHROMIUM_PATH is ${chosen}, which is not a program.`)
  }
  const found = findChromium()
  if (found && hasChineseFonts()) return found
  if (process.getuid?.() === 0 && onPath('apt-get')) installWithApt()
  const installed = findChromium()
  if (installed && hasChineseFonts()) return installed
  throw new StartProblem(
    `The browser tests need Chromium and Chinese fonts: run "sudo apt-get install -y --no-install-recommends ${packages.join(' ')}", or set CHROMIUM_PATH to a Chromium you have.`,
  )
}

function installWithApt(): void {
  console.log(`  Installing ${packages.join(' and ')} with apt …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status, stdout, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' })
    if (status !== 0) console.error(`apt-get ${args.join(' ')} failed:\n${stdout}${stderr}`)
  }
}

function findChromium(): string | undefined {
  return programs.map(onPath).find((path) => path !== undefined)
}

function onPath(program: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Only Linux comes without them. */
function hasChineseFonts(): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readdirSync('/usr/share/fonts', { recursive: true, encoding: 'utf8' }).some((name) =>
      /CJK/.test(name),
    )
  } catch {
    return false
  }
}
