/** The block that `npm start` and `npm run dev` end with: where the console is and who may log in (D35). */
import { join, relative } from 'node:path'

const demoPassword = 'Paywages@2026'

const demoLogins = [
  ['admin', 'super manager', '星河科技 · 星河平台'],
  ['admin2', 'super manager', '远山服务 · 远山平台'],
  ['manager1', 'manager', '星河科技 · 星河平台'],
  ['manager2', 'manager', '远山服务 · 远山平台'],
  ['pay1', 'pays', '星河科技 · 星河平台'],
  ['pay2', 'pays', '云帆信息 · 星河平台'],
  ['pay3', 'pays', '远山服务 · 远山平台'],
  ['check1', 'checks', '星河科技 · 星河平台'],
  ['check2', 'checks', '云帆信息 · 星河平台'],
  ['check3', 'checks', '远山服务 · 远山平台'],
  ['guest1', 'cannot enter', '星河科技 · 星河平台'],
] as const

export type Announcement = {
  address: string
  dataFolder: string
  demo: boolean
  /** Where the sandbox bank shows what it executed. */
  bank: string | undefined
  seconds: string
}

export function announcement({ address, dataFolder, demo, bank, seconds }: Announcement): string {
  const lines = [
    '',
    `  Paywages is ready after ${seconds}.`,
    '',
    `    Open   ${address}`,
    ...(bank === undefined ? [] : [`    Bank   ${bank} (sandbox: no money moves)`]),
    `    Data   ${dataFolder}`,
    '    Stop   Ctrl-C',
    '',
  ]
  if (demo) lines.push(`  Demo logins, all with the password ${demoPassword}`, '', ...demoLogins.map(row), '')
  return lines.join('\n')
}

function row([account, role, place]: readonly [string, string, string]): string {
  return `    ${account.padEnd(10)}${role.padEnd(15)}${place}`
}

/** An address to click: the wildcard addresses are for listening, not for visiting. */
export function visitable(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** From the root of the repository where it lies there. */
export function readableFolder(folder: string): string {
  const path = relative(join(import.meta.dirname, '..'), folder)
  return path.startsWith('..') ? folder : `./${path}`
}
