// How the bank is told to misbehave: the settings behind /control, checked, and those of them that outlive a restart.

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_DELAYS, type Delays } from './card-endings.ts'
import { StartProblem } from './start-problem.ts'

export type Control = {
  readonly latencyMs: number
  readonly latencyJitterMs: number
  readonly fail500BeforeRate: number
  readonly fail500AfterRate: number
  readonly hangRate: number
  readonly resetRate: number
  readonly badSignatureRate: number
  /** Every protocol call's connection is cut. */
  readonly outage: boolean
  /** Off: results wait, and are called back once this is on again. */
  readonly callbacks: boolean
  readonly notifyUrl: string | null
  readonly delays: Delays
  /** A file that was submitted before is executed again, which no bank should do. */
  readonly repeatsFiles: boolean
  readonly seed: number
  /** The moment at which orders executed at once are booked, in milliseconds; null: now. So a past can be made up. */
  readonly bookedAt: number | null
}

type Kept = Pick<Control, 'notifyUrl' | 'delays'>

const WELL_BEHAVED: Control = {
  latencyMs: 0,
  latencyJitterMs: 0,
  fail500BeforeRate: 0,
  fail500AfterRate: 0,
  hangRate: 0,
  resetRate: 0,
  badSignatureRate: 0,
  outage: false,
  callbacks: true,
  notifyUrl: null,
  delays: DEFAULT_DELAYS,
  repeatsFiles: false,
  seed: 1,
  bookedAt: null,
}

const MAX_LATENCY_MS = 600_000
const MAX_DELAY_MS = 7 * 24 * 3_600_000

const isLatency = (value: unknown) => isWhole(value, MAX_LATENCY_MS)
const isRate = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1
const isBoolean = (value: unknown) => typeof value === 'boolean'

const CHECKS: Readonly<Record<keyof Control, (value: unknown) => boolean>> = {
  latencyMs: isLatency,
  latencyJitterMs: isLatency,
  fail500BeforeRate: isRate,
  fail500AfterRate: isRate,
  hangRate: isRate,
  resetRate: isRate,
  badSignatureRate: isRate,
  outage: isBoolean,
  callbacks: isBoolean,
  notifyUrl: (value) => value === null || isNotifyUrl(value),
  delays: isDelays,
  repeatsFiles: isBoolean,
  seed: (value) => isWhole(value, 0xffff_ffff),
  bookedAt: (value) => value === null || isWhole(value, Date.now()),
}

export type ControlChange = Partial<Omit<Control, 'delays'>> & { readonly delays?: Partial<Delays> }

/** The change asked for, or the first field that makes no sense: a misspelt one would make a test pass for nothing. */
export function readControlChange(body: unknown): { change: ControlChange } | { malformed: string } {
  if (!isObject(body)) return { malformed: 'body' }
  for (const [field, value] of Object.entries(body)) {
    if (!Object.hasOwn(CHECKS, field)) return { malformed: field }
    if (!CHECKS[field as keyof Control](value)) return { malformed: field }
  }
  return { change: body as ControlChange }
}

export function changeControl(control: Control, change: ControlChange): Control {
  return { ...control, ...change, delays: { ...control.delays, ...change.delays } }
}

export function isNotifyUrl(value: unknown): boolean {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
}

export function loadControl(folder: string, notifyUrl: string | undefined): Control {
  const kept = { ...WELL_BEHAVED, ...readKept(folder) }
  return notifyUrl === undefined ? kept : { ...kept, notifyUrl }
}

/** Written aside and renamed, so that a kill leaves the old or the new, and never half. */
export function saveControl(folder: string, { notifyUrl, delays }: Control): void {
  const draft = join(folder, 'control.json.draft')
  const file = openSync(draft, 'w', 0o600)
  writeSync(file, JSON.stringify({ notifyUrl, delays } satisfies Kept))
  fsyncSync(file)
  closeSync(file)
  renameSync(draft, join(folder, 'control.json'))
}

function readKept(folder: string): Partial<Kept> {
  const file = join(folder, 'control.json')
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new StartProblem(`The bank's settings ${file} cannot be read.`)
  }
}

function isDelays(value: unknown): boolean {
  if (!isObject(value)) return false
  return Object.entries(value).every(
    ([name, delayMs]) => Object.hasOwn(DEFAULT_DELAYS, name) && isWhole(delayMs, MAX_DELAY_MS),
  )
}

function isWhole(value: unknown, largest: number): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= largest
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
