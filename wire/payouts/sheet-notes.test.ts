// What is told of a sheet that hides some of what was read.

import { expect, it } from 'vitest'
import { type SheetReading, sheetNotes } from './sheet-notes.ts'

const NOTHING: SheetReading = { sheetName: '', skipped: [], unused: [] }

it.each<[string, SheetReading['hidden'], string[]]>([
  ['nothing', { columns: [], rows: [], rowCount: 0 }, []],
  ['nothing that an older release would have told', undefined, []],
  [
    'columns',
    { columns: ['身份证号', '手 机'], rows: [], rowCount: 0 },
    ['表中隐藏的列「身份证号」「手机」已按其内容读取，请核对'],
  ],
  ['rows', { columns: [], rows: [3, 5], rowCount: 2 }, ['表中隐藏的第 3、5 行已一并读取，请核对']],
  [
    'more rows than are named',
    { columns: [], rows: [3, 5], rowCount: 40 },
    ['表中隐藏的第 3、5 等 40 行已一并读取，请核对'],
  ],
])('%s', (_, hidden, notes) => expect(sheetNotes({ ...NOTHING, ...(hidden && { hidden }) })).toEqual(notes))
