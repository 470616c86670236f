// The baseline of an export, in a process of its own: the least there is to an .xlsx of these cells, which are in memory already.

import { Readable } from 'node:stream'
import { createDeflateRaw } from 'node:zlib'
import { payoutRow } from './payout-rows.ts'

const rows = Number(process.argv[2])
// The columns of the export: what stands in each is as long as there.
const cells = Array.from({ length: rows }, (_, index) => {
  const [name = '', idCardNo = '', phone = '', bank = '', cardNo = '', amount = '', month = ''] =
    payoutRow(index)
  const money = [amount, '0.00', '65.03', '0.00']
  return [
    'bench-1',
    'Provider',
    name,
    idCardNo,
    phone,
    bank,
    cardNo,
    ...money,
    month,
    '',
    '成功',
    '',
    '2026-11-16 12:00:00',
  ]
})
process.on('message', async () => {
  await writeRaw()
  process.send?.({ done: true })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })

/** Text escaped, one sheet, deflated at the level of our own. */
async function writeRaw(): Promise<void> {
  function* xml() {
    let text = ''
    for (const [index, row] of cells.entries()) {
      text += `<row r="${index + 1}">`
      for (const cell of row)
        text += `<c t="inlineStr"><is><t>${cell.replace(/[&<>]/g, escaped)}</t></is></c>`
      text += '</row>'
      if (text.length < 65_536) continue
      yield Buffer.from(text)
      text = ''
    }
    yield Buffer.from(text)
  }
  for await (const _ of Readable.from(xml()).pipe(createDeflateRaw({ level: 3, chunkSize: 65_536 })));
}

function escaped(character: string): string {
  return character === '&' ? '&amp;' : character === '<' ? '&lt;' : '&gt;'
}
