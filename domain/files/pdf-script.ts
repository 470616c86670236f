// Looks for the parts of a PDF that act or carry other files, as a warning before one is kept or shown.

export type PdfActivePart = 'script' | 'launch' | 'form' | 'media' | 'attachment' | 'program'

const ACTIVE_NAMES: Readonly<Record<string, PdfActivePart>> = {
  JavaScript: 'script',
  JS: 'script',
  OnInstantiate: 'script',
  Launch: 'launch',
  ImportData: 'launch',
  GoToE: 'launch',
  GoToR: 'launch',
  SubmitForm: 'form',
  XFA: 'form',
  RichMedia: 'media',
  RichMediaContent: 'media',
  Rendition: 'media',
  Movie: 'media',
  EmbeddedFile: 'attachment',
  EmbeddedFiles: 'attachment',
  FileAttachment: 'attachment',
}
/** These turn up by chance in compressed pictures, so they must also be followed by a value. */
const SHORT_NAMES = new Set(['JS', 'XFA', 'Movie'])
const MAX_NAME_LENGTH = 16
const SLASH = 0x2f
const HASH = 0x23

/**
 * Over the bytes as they are: what lies in a compressed object stream has to be unpacked first. An /OpenAction alone only
 * says which page to open, so it counts through the script or launch it names.
 */
export function pdfActiveParts(bytes: Uint8Array): ReadonlySet<PdfActivePart> {
  const parts = new Set<PdfActivePart>()
  for (let at = bytes.indexOf(SLASH); at >= 0; at = bytes.indexOf(SLASH, at + 1)) {
    const { name, end } = readPdfName(bytes, at + 1)
    const part = Object.hasOwn(ACTIVE_NAMES, name) ? ACTIVE_NAMES[name] : undefined
    if (part === undefined) continue
    if (SHORT_NAMES.has(name) && !beginsValue(bytes, end)) continue
    parts.add(part)
  }
  return parts
}

export function pdfCarriesScript(bytes: Uint8Array): boolean {
  return pdfActiveParts(bytes).size > 0
}

/** The data that banks and the tax authority put into their papers beside the printed page; anything else is refused. */
const DATA_EXTENSIONS = new Set(['xml', 'xbrl', 'ofd', 'json', 'csv', 'txt'])

export function isDataAttachment(fileName: string): boolean {
  const dot = fileName.lastIndexOf('.')
  return (
    dot > 0 &&
    DATA_EXTENSIONS.has(
      fileName
        .slice(dot + 1)
        .trim()
        .toLowerCase(),
    )
  )
}

/** The names in a piece of a PDF, with #xx undone. */
export function* pdfNames(bytes: Uint8Array): Generator<string> {
  for (let at = bytes.indexOf(SLASH); at >= 0; at = bytes.indexOf(SLASH, at + 1))
    yield readPdfName(bytes, at + 1).name
}

// Names may be written with #xx for any character, the oldest way to hide /JavaScript from a search.
export function readPdfName(
  bytes: Uint8Array,
  start: number,
  maxLength = MAX_NAME_LENGTH,
): { name: string; end: number } {
  let name = ''
  let at = start
  while (at < bytes.length && name.length <= maxLength) {
    const byte = bytes[at] ?? 0
    if (endsName(byte)) break
    const escaped = byte === HASH ? hexPair(bytes[at + 1], bytes[at + 2]) : undefined
    name += String.fromCharCode(escaped ?? byte)
    at += escaped === undefined ? 1 : 3
  }
  return { name, end: at }
}

function endsName(byte: number): boolean {
  return byte <= 0x20 || '()<>[]{}/%'.includes(String.fromCharCode(byte))
}

function hexPair(high: number | undefined, low: number | undefined): number | undefined {
  const text = String.fromCharCode(high ?? 0, low ?? 0)
  return /^[0-9a-f]{2}$/i.test(text) ? Number.parseInt(text, 16) : undefined
}

function beginsValue(bytes: Uint8Array, start: number): boolean {
  let at = start
  while (at < bytes.length && (bytes[at] ?? 0) <= 0x20) at += 1
  const byte = bytes[at] ?? 0
  const isDigit = byte >= 0x30 && byte <= 0x39
  return byte === 0x28 || byte === 0x3c || byte === 0x5b || isDigit
}
