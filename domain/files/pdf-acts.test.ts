// Tests what happens in a PDF without a click, and which files come along, wherever they are written.

import { expect, it } from 'vitest'
import { bytesOf } from './file-samples.ts'
import { actingParts } from './pdf-acts.ts'
import { type PdfValue, readPdfValue } from './pdf-object.ts'

function readAll(text: string): PdfValue {
  const read = readPdfValue(bytesOf(text), 0)
  if (read.is !== 'value') throw new Error(`${text} is ${read.is}`)
  return read.value
}

/** Object 4 is an address to open, 5 a place in the file, 6 a page of it, 7 a font; there is no other. */
const OBJECTS: Readonly<Record<number, string>> = {
  4: '<</S/URI/URI(http://x.example)>>',
  5: '[3 0 R/Fit]',
  6: '<</S/GoTo/D[3 0 R/Fit]>>',
  7: '<</Type/Font/BaseFont/F1/FirstChar 32>>',
  8: '<</O 4 0 R>>',
}

const parts = (text: string, { isEncrypted = false, isStream = false } = {}) => {
  const find = ({ object }: { readonly object: number }) => {
    const found = OBJECTS[object]
    return found === undefined ? [] : [readAll(found)]
  }
  return [...actingParts(readAll(text), { find, isEncrypted, isStream })]
}

it.each([
  ['an address opened with the document', '<</OpenAction<</S/URI/URI(http://x.example)>>>>'],
  ['the same by reference', '<</OpenAction 4 0 R>>'],
  ['the same under an escaped name', '<</Open#41ction<</#53/#55RI/URI(x)>>>>'],
  ['an opening at an object that is not there for us', '<</OpenAction 99 0 R>>'],
  ['an address after a page', '<</OpenAction<</S/GoTo/D[3 0 R/Fit]/Next<</S/URI/URI(x)>>>>>>'],
  ['printing at once', '<</OpenAction<</S/Named/N/Print>>>>'],
  ['a kind written elsewhere', '<</OpenAction<</S 4 0 R>>>>'],
  ['two openings to choose from', '<</OpenAction[3 0 R/Fit]/OpenAction<</S/URI/URI(x)>>>>'],
  ['an opening behind a key that stands twice', '<</X 1/X<</OpenAction 4 0 R>>>>'],
  ['an action of a page', '<</Type/Page/AA<</O<</S/URI/URI(x)>>>>>>'],
  ['an action of an annotation', '<</Annots[<</Subtype/Link/AA<</PV 4 0 R>>>>]>>'],
  ['an action of the document', '<</Type/Catalog/AA<</WC 99 0 R>>>>'],
  ['actions by reference', '<</AA 8 0 R>>'],
  ['actions that are not there for us', '<</AA 99 0 R>>'],
  ['actions to choose from', '<</AA<<>>/AA 8 0 R>>'],
  ['a thread of another file', '<</A<</S/Thread/F(\\\\\\\\host\\\\a.pdf)/D 0>>>>'],
  ['a page of another file', '<</Subtype/Form/Ref<</F(\\\\\\\\host\\\\a.pdf)/Page 0>>>>'],
])('finds %s', (_, text) => {
  expect(parts(text)).toEqual(['launch'])
})

it.each([
  ['a screen', '<</Subtype/Screen/Rect[0 0 9 9]>>'],
  ['a model', '<</Annots[<</Subtype/3D/Rect[0 0 9 9]>>]>>'],
  ['a sound to click', '<</Subtype/Sound/Rect[0 0 9 9]/Sound 9 0 R>>'],
  ['a sound that is played', '<</S/Sound/Sound 9 0 R>>'],
])('finds %s', (_, text) => {
  expect(parts(text)).toEqual(['media'])
})

it('finds the bytes of a stream in another file, and takes a filter for none', () => {
  for (const text of ['<</Length 0/F(\\\\host\\a)>>', '<</F<</FS/URL/F(http://x)>>>>', '<</F 9 0 R>>'])
    expect([parts(text, { isStream: true }), parts(text)]).toEqual([['launch'], []])
  for (const text of ['<</F/Fl>>', '<</F[/AHx/Fl]>>', '<</Filter/FlateDecode>>'])
    expect(parts(text, { isStream: true })).toEqual([])
})

const file = (names: string) => `<</AF[<</Type/Filespec${names}/EF<</F 9 0 R>>>>]>>`

it.each([
  ['data', '/F(voucher.xml)/UF(voucher.xml)', 'attachment'],
  ['data named in UTF-16', '/F(v.ofd)/UF<FEFF53D17968002E006F00660064>', 'attachment'],
  ['a program', '/F(run.exe)', 'program'],
  ['a program under its second name', '/F(voucher.xml)/UF(run.exe)', 'program'],
  ['a program under an old name', '/F(voucher.xml)/DOS(RUN.EXE)', 'program'],
  ['a program named in UTF-16', '/F(v.xml)/UF<FEFF002E006500780065>', 'program'],
  ['a file without a name', '', 'program'],
  ['a file named elsewhere', '/F 12 0 R', 'program'],
])('tells of associated files: %s', (_, names, part) => {
  expect(parts(file(names))).toEqual([part])
})

it('trusts no associated file whose name is encrypted', () => {
  expect(parts(file('/F(voucher.xml)'), { isEncrypted: true })).toContain('program')
  expect(parts('<</Type/Filespec/F(x)/EF<</F 9 0 R>>>>', { isEncrypted: true })).toEqual(['attachment'])
})

it.each([
  ['an opening at a page', '<</OpenAction[3 0 R/Fit]>>'],
  ['the same by reference', '<</OpenAction 5 0 R>>'],
  ['the same as an action', '<</OpenAction 6 0 R>>'],
  ['the same by name', '<</OpenAction(first)>>'],
  ['a link to an address, which a person clicks', '<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(x)>>>>'],
  ['the same by reference', '<</Subtype/Link/Rect[0 0 9 9]/A 4 0 R>>'],
  ['an address alone', '<</S/URI/URI(http://x.example)>>'],
  ['a font of that name', '<</Font<</AA 7 0 R/F 7 0 R>>>>'],
  ['no actions', '<</AA<<>>>>'],
  ['a structure element', '<</S/Sound/K 3>>'],
  ['an article', '<</Threads[5 0 R]/B[<</Type/Bead/T 5 0 R>>]>>'],
  ['a file that is only named', '<</Type/Filespec/F(run.exe)>>'],
])('leaves %s in peace', (_, text) => {
  expect(parts(text)).toEqual([])
})
