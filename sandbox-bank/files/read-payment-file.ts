// Reads a customer's payment file: the general .xlsx by its headings, or a pain.001.

import { readZip } from './read-zip.ts'

export type FileOrder = {
  readonly reference: string
  readonly name: string
  readonly cardNo: string
  readonly amountFen: string
}

export type PaymentFile = {
  /** Of a pain.001. */
  readonly messageId: string
  /** That it is paid from; a sheet does not say. */
  readonly accountNo: string
  readonly orders: readonly FileOrder[]
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, digits: string, hex: string, name: string) => {
    if (digits) return String.fromCodePoint(Number(digits))
    return hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (ENTITIES[name] ?? whole)
  })

/** Whole fen as digits; undefined where it is no amount. */
function fenOf(yuan: string): string | undefined {
  const [, whole, cents] = /^(\d{1,12})\.(\d{2})$/.exec(yuan) ?? []
  return whole === undefined ? undefined : String(BigInt(whole + cents))
}

/** Undefined where it is neither, or says something that no payment does. */
export function readPaymentFile(bytes: Buffer): PaymentFile | undefined {
  const zip = readZip(bytes)
  if (zip) return readSheet(zip)
  const text = bytes.toString('utf8')
  return text.includes('pain.001.001.09') ? readPain(text) : undefined
}

function readPain(text: string): PaymentFile | undefined {
  if (/<!/.test(text)) return undefined
  const tag = (from: string, name: string) =>
    plain(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(from)?.[1] ?? '')
  const orders = [...text.matchAll(/<CdtTrfTxInf>(.*?)<\/CdtTrfTxInf>/gs)].map(([, one = '']) => ({
    reference: tag(one, 'EndToEndId'),
    name: plain(/<Cdtr><Nm>([^<]*)<\/Nm>/.exec(one)?.[1] ?? ''),
    cardNo: plain(/<CdtrAcct><Id><Othr><Id>([^<]*)</.exec(one)?.[1] ?? ''),
    amountFen: fenOf(tag(one, 'InstdAmt')) ?? '',
  }))
  if (String(orders.length) !== tag(text, 'NbOfTxs')) return undefined
  const accountNo = plain(/<DbtrAcct><Id><Othr><Id>([^<]*)</.exec(text)?.[1] ?? '')
  return whole({ messageId: tag(text, 'MsgId'), accountNo, orders })
}

const HEADINGS = {
  reference: '业务参考号',
  name: '收款人户名',
  cardNo: '收款账号',
  amount: '金额（元）',
} as const

function readSheet(zip: ReadonlyMap<string, Buffer>): PaymentFile | undefined {
  const sheet = zip.get('xl/worksheets/sheet1.xml')?.toString('utf8')
  if (sheet === undefined) return undefined
  const texts = (xml: string) =>
    plain([...xml.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)].map(([, text]) => text).join(''))
  const shared = [
    ...(zip.get('xl/sharedStrings.xml')?.toString('utf8') ?? '').matchAll(/<si>(.*?)<\/si>/gs),
  ].map(([, one = '']) => texts(one))
  const rows = [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes = '', content = '']) => {
      const value = /<v>([^<]*)<\/v>/.exec(content)?.[1]
      if (/t="s"/.test(attributes)) return shared[Number(value)] ?? ''
      return value === undefined ? texts(content) : plain(value)
    }),
  )
  const headAt = rows.findIndex((cells) => cells.includes(HEADINGS.reference))
  const head = rows[headAt]
  if (head === undefined) return undefined
  const at = (cells: readonly string[], heading: string) => cells[head.indexOf(heading)] ?? ''
  const orders = rows.slice(headAt + 1).map((cells) => ({
    reference: at(cells, HEADINGS.reference),
    name: at(cells, HEADINGS.name),
    cardNo: at(cells, HEADINGS.cardNo),
    amountFen: fenOf(at(cells, HEADINGS.amount)) ?? '',
  }))
  return whole({ messageId: '', accountNo: '', orders })
}

/** Every order has all of its parts, or nothing of the file is executed. */
function whole(file: PaymentFile): PaymentFile | undefined {
  const isWhole = ({ reference, name, cardNo, amountFen }: FileOrder) =>
    reference !== '' && name !== '' && /^\d{12,34}$/.test(cardNo) && /^[1-9]\d*$/.test(amountFen)
  return file.orders.length > 0 && file.orders.every(isWhole) ? file : undefined
}
