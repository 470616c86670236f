// Tests that no name from outside survives with anything that harms a path, a header or a reader.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentDisposition, safeFileName } from './file-name.ts'

it.each([
  ['回执.pdf', '回执.pdf'],
  ['2026年1月 回执 (1).pdf', '2026年1月 回执 (1).pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\fakepath\\a.png', 'a.png'],
  ['..\\..\\a.png', 'a.png'],
  ['a/b\\c/d.png', 'd.png'],
  ['..', 'file'],
  ['../', 'file'],
  ['', 'file'],
  ['   ', 'file'],
  ['...', 'file'],
  ['. .a.png', 'a.png'],
  ['.htaccess', 'htaccess'],
  ['a.png. . ', 'a.png'],
  ['a\r\nSet-Cookie: x=1.pdf', 'a Set-Cookie x=1.pdf'],
  ['a\0.png', 'a.png'],
  ['a\t\tb.png', 'a b.png'],
  ['a\u3000 b.png', 'a b.png'],
  ['a\u202Egnp.exe', 'agnp.exe'],
  ['a\u2066b\u2069\u200B\uFEFF.png', 'ab.png'],
  ['a<b>c:d"e|f?g*h.png', 'abcdefgh.png'],
  ['cafe\u0301.png', 'café.png'],
  ['e\u202E\u0301.png', 'é.png'],
  ['\uD800a\uDC00.png', 'a.png'],
  ['😀.png', '😀.png'],
  ['con', '_con'],
  ['NUL.txt', '_NUL.txt'],
  ['console.txt', 'console.txt'],
  ['a'.repeat(120), 'a'.repeat(120)],
  ['a'.repeat(121), 'a'.repeat(120)],
  [`${'a'.repeat(200)}.jpeg`, `${'a'.repeat(115)}.jpeg`],
  [`${'中'.repeat(76)}.docx`, `${'中'.repeat(76)}.docx`],
  [`${'中'.repeat(80)}.pdf`, `${'中'.repeat(78)}.pdf`],
  [`${'😀'.repeat(80)}.pdf`, `${'😀'.repeat(58)}.pdf`],
  [`x${'😀'.repeat(80)}.pdf`, `x${'😀'.repeat(57)}.pdf`],
  [`${'x'.repeat(4096)}`, 'x'.repeat(120)],
])('sanitises %j to %j', (raw, safe) => {
  expect(safeFileName(raw)).toBe(safe)
})

const nasty = fc.constantFrom(
  ...'./\\:*?"<>| \r\n\0\t\u202e\u0301\u200b\ud800\udc00中e😀\u212b\u0958\u2000\u037e',
)
const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.array(nasty, { maxLength: 200 }).map((parts) => parts.join('')),
  fc
    .tuple(fc.array(nasty, { maxLength: 200 }), fc.constantFrom('.pdf', '.JPEG', '.', ''))
    .map(([a, b]) => a.join('') + b),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 })
    .map((units) => String.fromCharCode(...units)),
)

describe('file names, for arbitrary input', () => {
  it('returns a non-empty, bounded, normalised name without reserved characters', () => {
    fc.assert(
      fc.property(anyName, (raw) => {
        const safe = safeFileName(raw)
        expect(safe).not.toBe('')
        expect(safe.length).toBeLessThanOrEqual(120)
        expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(240)
        expect(safe).not.toMatch(/[/\\<>:"|?*]|\p{Cc}|\p{Cf}|\p{Cs}|^[. ]|[. ]$| {2}/u)
        expect(safe).toBe(safe.normalize('NFC'))
        expect(safeFileName(safe)).toBe(safe)
      }),
      { numRuns: 5000 },
    )
  })

  it('builds a Content-Disposition header of printable ASCII that decodes to the safe name', () => {
    fc.assert(
      fc.property(anyName, (raw) => {
        const header = contentDisposition('attachment', raw)
        const match =
          /^attachment; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+); filename="([ !#-[\]-~]+)"$/.exec(
            header,
          )
        expect(match, header).not.toBeNull()
        expect(decodeURIComponent(match?.[1] ?? '')).toBe(safeFileName(raw))
      }),
      { numRuns: 3000 },
    )
  })
})

it.each([
  ['回执.pdf', 'inline; filename*=UTF-8\'\'%E5%9B%9E%E6%89%A7.pdf; filename="file.pdf"'],
  ["a'b(1)*.pdf", "inline; filename*=UTF-8''a%27b%281%29.pdf; filename=\"a'b(1).pdf\""],
  ['100%;x 中.png', 'inline; filename*=UTF-8\'\'100%25%3Bx%20%E4%B8%AD.png; filename="100__x _.png"'],
  ['a"\r\nX: y.png', 'inline; filename*=UTF-8\'\'a%20X%20y.png; filename="a X y.png"'],
])('builds the Content-Disposition header of %j', (name, header) => {
  expect(contentDisposition('inline', name)).toBe(header)
})
