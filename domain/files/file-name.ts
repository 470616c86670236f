// Makes a name from outside safe to store, show and send in a header.

const MAX_CHARACTERS = 120
const MAX_BYTES = 240

// Control characters (CR, LF, NUL), invisible format characters (direction overrides that show gpj.exe as
// exe.jpg), halves of surrogate pairs, and what Windows cannot store. Surrogate pairs are not touched.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu
const DEVICE_NAME = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i

export function safeFileName(raw: string): string {
  const lastPart = raw.slice(Math.max(raw.lastIndexOf('/'), raw.lastIndexOf('\\')) + 1)
  const cleaned = lastPart
    // Tabs and line ends part words, so they become spaces before control characters vanish.
    .replace(/\s+/g, ' ')
    .replace(UNSAFE, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  if (cleaned === '') return 'file'
  return shorten(DEVICE_NAME.test(cleaned) ? `_${cleaned}` : cleaned)
}

/** RFC 6266 with RFC 8187's encoding; `filename*` stands first, so that Chinese names arrive, the ASCII fallback behind it (D5). */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const safe = safeFileName(name)
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, percentEncode)
  return `${kind}; filename*=UTF-8''${encoded}; filename="${asciiFallback(safe)}"`
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

function asciiFallback(safe: string): string {
  const { stem, extension } = splitExtension(safe)
  // A percent sign would be decoded by some readers.
  const ascii = stem.replace(/[^\x20-\x7e]|[%;]/gu, '_')
  return (/[A-Za-z0-9]/.test(ascii) ? ascii : 'file') + extension
}

function splitExtension(name: string): { stem: string; extension: string } {
  const extension = /(?<=.)\.[A-Za-z0-9]{1,10}$/u.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - extension.length), extension }
}

function shorten(name: string): string {
  const { stem, extension } = splitExtension(name)
  let characters = extension.length
  let bytes = extension.length
  let kept = ''
  for (const symbol of stem) {
    characters += symbol.length
    bytes += utf8Length(symbol)
    if (characters > MAX_CHARACTERS || bytes > MAX_BYTES) break
    kept += symbol
  }
  return kept.replace(/[. ]+$/, '') + extension
}

function utf8Length(symbol: string): number {
  const code = symbol.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
