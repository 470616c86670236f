/** Finds the browser for the browser tests, or installs Debian's: Playwright cannot always download its own. */
import { readdirSync } from 'node:fs'
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import { aptCommand, installWithApt, isProgram, onPath } from './debian-packages.ts'

/** The same browser without a window's machinery: half the work of the whole one for each page. */
const packages = ['chromium-headless-shell', 'fonts-noto-cjk']
const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** The path of a Chromium that can show Chinese. */
export function ensureChromium(): string {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (isProgram(chosen)) return chosen
    throw new StartProblem(`CHROMIUM_PATH is ${chosen}, which is not a program.`)
  }
  const found = findChromium()
  if (found && hasChineseFonts()) return found
  installWithApt(packages)
  const installed = findChromium()
  if (installed && hasChineseFonts()) return installed
  throw new StartProblem(
    `The browser tests need Chromium and Chinese fonts: run "${aptCommand(packages)}", or set CHROMIUM_PATH to a Chromium you have.`,
  )
}

function findChromium(): string | undefined {
  return programs.map(onPath).find((path) => path !== undefined)
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
