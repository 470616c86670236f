// Looks at one object of a PDF for what happens without a click and for files that come along, where a name alone does not tell.

import type { PdfReference, PdfValue } from './pdf-object.ts'
import { isDataAttachment, type PdfActivePart } from './pdf-script.ts'

type Dictionary = Extract<PdfValue, { readonly kind: 'dictionary' }>

export type PdfSurroundings = {
  /** All objects of that number: which of them a reader goes by is its own affair. */
  readonly find: (to: PdfReference) => readonly PdfValue[]
  /** Then texts cannot be read, names can. */
  readonly isEncrypted: boolean
  /** A stream stands behind it. */
  readonly isStream?: boolean
}

/** Of pages, annotations, fields and the document: when an action begins by itself. */
const EVENTS = 'E X D U Fo Bl PO PC PV PI O C K F V WC WS DS WP DP'.split(' ')
const ACTING_ANNOTATIONS = ['Screen', '3D', 'Sound']
/** Found by their bytes only where a value follows at once, without a comment. */
const ACTING_KEYS: readonly [string, PdfActivePart][] = [
  ['JS', 'script'],
  ['XFA', 'form'],
  ['Movie', 'media'],
]
const NAMES_OF_FILE = ['F', 'UF', 'DOS', 'Mac', 'Unix']

/** A link that a person clicks is no act of the file. */
export function actingParts(value: PdfValue, around: PdfSurroundings): Set<PdfActivePart> {
  const parts = new Set<PdfActivePart>()
  const inside: PdfValue[] = [value]
  for (let one = inside.pop(); one !== undefined; one = inside.pop()) {
    if (one.kind === 'array') inside.push(...one.items)
    if (one.kind !== 'dictionary') continue
    inside.push(...one.entries.values(), ...one.others)
    for (const part of partsOf(one, around, one === value)) parts.add(part)
  }
  return parts
}

function* partsOf(
  { entries, names, isUnclear }: Dictionary,
  around: PdfSurroundings,
  isWhole: boolean,
): Generator<PdfActivePart> {
  const isNamed = (key: string, ...among: readonly string[]) =>
    targets(entries.get(key), around).some(
      (one) => one === UNKNOWN || (one.kind === 'name' && among.includes(one.name)),
    )
  // Readers differ in which of two values they take.
  if (isUnclear && (names.has('OpenAction') || names.has('AA'))) yield 'launch'
  if (targets(entries.get('OpenAction'), around).some(opens)) yield 'launch'
  if (targets(entries.get('AA'), around).some((target) => beginsByItself(target, around))) yield 'launch'
  for (const [key, part] of ACTING_KEYS) if (isUnclear ? names.has(key) : entries.has(key)) yield part
  if (entries.has('F') && isNamed('S', 'Thread')) yield 'launch'
  if (isNamed('S', 'RichMediaExecute') || (entries.has('Sound') && isNamed('S', 'Sound'))) yield 'media'
  if (entries.has('Rect') && isNamed('Subtype', ...ACTING_ANNOTATIONS)) yield 'media'
  // A page of another file, and the bytes of a stream from one.
  if (entries.has('Ref') && isNamed('Subtype', 'Form')) yield 'launch'
  if (isWhole && around.isStream && pointsElsewhere(entries.get('F'))) yield 'launch'
  if (entries.has('EF')) yield around.isEncrypted || isData(entries) ? 'attachment' : 'program'
  if (entries.has('AF') && around.isEncrypted) yield 'program'
}

/** What is not there for us may be there for a reader. */
const UNKNOWN = { kind: 'word', word: 'unknown' } as const

function targets(value: PdfValue | undefined, { find }: PdfSurroundings): readonly PdfValue[] {
  if (value === undefined) return []
  if (value.kind !== 'reference') return [value]
  const found = find(value.to)
  // A reference that leads to a reference is followed by some readers.
  return found.length === 0 ? [UNKNOWN] : found.map((one) => (one.kind === 'reference' ? UNKNOWN : one))
}

/** At a page of its own, and nothing after it. */
function opens(target: PdfValue): boolean {
  if (target.kind !== 'dictionary') return target === UNKNOWN
  const { entries, isUnclear } = target
  const kind = entries.get('S')
  return isUnclear || kind?.kind !== 'name' || kind.name !== 'GoTo' || entries.has('Next')
}

/** Fonts and pictures may bear this name too, and have no events. */
function beginsByItself(target: PdfValue, around: PdfSurroundings): boolean {
  if (target.kind !== 'dictionary') return target === UNKNOWN
  const isAction = (value: PdfValue) => value.kind === 'dictionary' || value === UNKNOWN
  return EVENTS.some((event) => targets(target.entries.get(event), around).some(isAction))
}

/** The filters of a stream may stand under this name too. */
function pointsElsewhere(value: PdfValue | undefined): boolean {
  return value?.kind === 'string' || value?.kind === 'dictionary' || value?.kind === 'reference'
}

/** By every name it has: which of them a reader saves it under is its own affair. */
function isData(entries: Dictionary['entries']): boolean {
  const names = NAMES_OF_FILE.flatMap((key) => entries.get(key) ?? [])
  return (
    names.length > 0 && names.every((name) => name.kind === 'string' && isDataAttachment(textOf(name.bytes)))
  )
}

function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xfe && second === 0xff) return wide(bytes.subarray(2))
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

function wide(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at + 1 < bytes.length; at += 2)
    text += String.fromCharCode(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0))
  return text
}
