// What the reader of banks' XML takes and what it refuses, each by itself.

import { describe, expect, it } from 'vitest'
import { readXml, XmlRefused } from './plain-xml.ts'

const DECLARED = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>1</a>`

describe('XML of a bank', () => {
  it.each([
    ['without a declaration', '<a>1</a>'],
    ['that claims UTF-8', DECLARED('UTF-8')],
    ['that claims utf8', DECLARED('utf8')],
    ['with a mark for its beginning', `\uFEFF${DECLARED('UTF-8')}`],
    ['with a character by its number', '<a>&#49;</a>'],
    ['with a comment', '<!-- bank --><a>1</a>'],
  ])('is read %s', (_, source) => expect(readXml(source).text).toBe('1'))

  it('is read in time that grows with its length, however much its root declares', () => {
    const declared = Array.from({ length: 5_000 }, (_, at) => `xmlns:n${at}="u"`).join(' ')
    // A copy of them for each node would be 150 million entries.
    const source = `<n4999:a ${declared}>${'<n1:b/>'.repeat(30_000)}</n4999:a>`
    expect(readXml(source).children).toHaveLength(30_000)
  }, 5_000)

  it.each([
    ['that claims GBK', DECLARED('GBK')],
    ['that claims UTF-16', DECLARED('UTF-16')],
    ['that claims UTF-8 and more', DECLARED('UTF-8-SIG')],
    ['with a DTD', '<!DOCTYPE a><a>1</a>'],
    ['with an entity declared', '<!DOCTYPE a [<!ENTITY b "1">]><a>&b;</a>'],
    ['with an entity that nobody declared', '<a>&b;</a>'],
    ['with a character that is none', '<a>&#0;</a>'],
    ['with half a pair for a character', '<a>&#xD800;</a>'],
    ['with an instruction', '<?go?><a>1</a>'],
    ['with CDATA', '<a><![CDATA[1]]></a>'],
    ['that never ends', '<a>1'],
    ['with two roots', '<a>1</a><a>2</a>'],
  ])('is refused %s', (_, source) => expect(() => readXml(source)).toThrow(XmlRefused))
})
