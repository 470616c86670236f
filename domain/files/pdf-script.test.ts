// Tests that active PDFs are noticed and quiet ones left in peace.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bytesOf, pdfSample } from './file-samples.ts'
import { isDataAttachment, pdfActiveParts, pdfCarriesScript } from './pdf-script.ts'

it.each([
  ['script action', '<</S/JavaScript/JS(app.alert\\(1\\))>>', ['script']],
  ['script by reference', '<</JS 12 0 R>>', ['script']],
  ['script in a hex string', '<</JS<6170>>>', ['script']],
  ['escaped name', '<</S/J#61vaScr#69pt>>', ['script']],
  ['wholly escaped name', '/#4A#53 (x)', ['script']],
  ['open action with script', '<</OpenAction<</S/JavaScript/JS(x)>>>>', ['script']],
  ['script of a 3D model', '<</Type/3D/Subtype/U3D/OnInstantiate 9 0 R>>', ['script']],
  ['launch', '<</S/Launch/F(cmd.exe)>>', ['launch']],
  ['attachment', '<</Type/EmbeddedFile>>', ['attachment']],
  ['attachment tree', '<</EmbeddedFiles 3 0 R>>', ['attachment']],
  ['data imported', '<</S/ImportData/F(a.fdf)>>', ['launch']],
  ['form that is sent away', '<</S/SubmitForm/F(http://x)>>', ['form']],
  ['XFA form', '<</XFA[(template)5 0 R]>>', ['form']],
  ['rich media', '<</Subtype/RichMedia/RichMediaContent 4 0 R>>', ['media']],
  ['name at the very end', '/Launch', ['launch']],
])('detects active content in a PDF: %s', (_, body, parts) => {
  const found = pdfActiveParts(bytesOf(body))
  expect([...found]).toEqual(parts)
  expect(pdfCarriesScript(bytesOf(body))).toBe(true)
})

it.each([
  ['plain', '<</Type/Catalog/Pages 2 0 R>>'],
  ['open action to a page', '<</OpenAction[3 0 R/Fit]>>'],
  ['longer names', '<</JavaScripty 1/LaunchPad 2/JSON(x)/EmbeddedFilesX 1>>'],
  ['random letters in an image stream', 'stream\n\x01/JS\x01\x9aendstream'],
  ['other case', '/javascript /launch'],
  ['words without slash', 'JavaScript Launch EmbeddedFile'],
  ['inherited property names', '/constructor /__proto__ /toString'],
])('reports no active content in a PDF: %s', (_, body) => {
  expect(pdfCarriesScript(pdfSample(body))).toBe(false)
})

it.each([
  ['voucher.XML', true],
  ['发票.ofd', true],
  ['a.b.xbrl', true],
  ['run.exe', false],
  ['a.pdf', false],
  ['a.xml.js', false],
  ['xml', false],
  ['.xml', false],
  ['', false],
])('takes the attachment %s for data: %s', (name, isData) => {
  expect(isDataAttachment(name)).toBe(isData)
})

it('does not throw on arbitrary bytes', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void pdfCarriesScript(bytes)))
})
