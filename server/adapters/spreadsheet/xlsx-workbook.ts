// Reads the small parts of an .xlsx: which sheets there are, which cell styles are dates, and whether macros lie inside.

import { posix } from 'node:path'
import { isDateFormat, unitOfFormat } from './number-format.ts'
import { isStrike } from './shared-strings.ts'
import type { SheetLimits } from './sheet-limits.ts'
import { bomb, damaged, SheetRefused } from './sheet-refused.ts'
import { XmlScanner } from './xml-scanner.ts'
import type { ZipArchive } from './zip-archive.ts'

export type XlsxSheet = { readonly name: string; readonly part: string; readonly isVisible: boolean }

export type XlsxWorkbook = {
  readonly sheets: readonly XlsxSheet[]
  readonly sharedStringsPart: string | undefined
  /** By style number. */
  readonly dateStyles: readonly boolean[]
  /** Units other than yuan, by style number. */
  readonly unitStyles: readonly (string | undefined)[]
  /** Whose text is struck out, by style number; undefined where none is. */
  readonly struckStyles: readonly boolean[] | undefined
  readonly from1904: boolean
}

type Relation = { readonly type: string; readonly part: string }

/** Calls `open` for each tag of a small part. */
async function readPart(
  zip: ZipArchive,
  part: string,
  limits: SheetLimits,
  open: (scanner: XmlScanner) => void,
  close: (scanner: XmlScanner) => void = () => {},
): Promise<void> {
  const scanner = new XmlScanner({ open, close, text: () => {} })
  scanner.push(await zip.read(part, limits.smallPartBytes))
  scanner.end()
}

export async function readXlsxWorkbook(zip: ZipArchive, limits: SheetLimits): Promise<XlsxWorkbook> {
  const workbookPart = await findWorkbook(zip, limits)
  const relations = await readRelations(zip, workbookPart, limits)
  const { sheets, from1904 } = await readSheets(zip, workbookPart, relations, limits)
  const styles = [...relations.values()].find(({ type }) => type === 'styles')
  const strings = [...relations.values()].find(({ type }) => type === 'sharedStrings')
  return {
    sheets,
    from1904,
    sharedStringsPart: strings?.part,
    ...(await readStyles(zip, styles?.part, limits)),
  }
}

async function findWorkbook(zip: ZipArchive, limits: SheetLimits): Promise<string> {
  for (const relation of (await readRelations(zip, '', limits)).values()) {
    if (relation.type === 'officeDocument' && zip.has(relation.part)) return relation.part
  }
  throw damaged('no relation leads to the workbook')
}

/** The relations of a part by id; `type` is the last word of the type's address, equal in both OOXML dialects. */
export async function readRelations(
  zip: ZipArchive,
  part: string,
  limits: SheetLimits,
  isOptional = false,
): Promise<Map<string, Relation>> {
  const folder = part === '' ? '' : posix.dirname(part)
  const relations = new Map<string, Relation>()
  const told = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  if (isOptional && !zip.has(told)) return relations
  await readPart(zip, told, limits, (scanner) => {
    if (scanner.name !== 'Relationship' || scanner.attribute('TargetMode') === 'External') return
    const target = scanner.attribute('Target') ?? ''
    const whole = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
    const type = scanner.attribute('Type')?.split('/').at(-1) ?? ''
    if (type === 'xlMacrosheet' || type === 'xlIntlMacrosheet') throw new SheetRefused('sheet-macros')
    relations.set(scanner.attribute('Id') ?? '', { type, part: whole })
    if (relations.size > limits.zipEntries) throw bomb('too many relations')
  })
  return relations
}

async function readSheets(
  zip: ZipArchive,
  part: string,
  relations: ReadonlyMap<string, Relation>,
  limits: SheetLimits,
): Promise<{ sheets: XlsxSheet[]; from1904: boolean }> {
  const sheets: XlsxSheet[] = []
  let from1904 = false
  await readPart(zip, part, limits, (scanner) => {
    if (scanner.name === 'workbookPr') from1904 = scanner.flag('date1904')
    if (scanner.name !== 'sheet') return
    const relation = relations.get(scanner.attribute(':id') ?? '')
    if (relation === undefined || !zip.has(relation.part)) throw damaged('a sheet has no part')
    // Chart sheets hold no cells.
    if (relation.type !== 'worksheet') return
    const state = scanner.attribute('state') ?? 'visible'
    sheets.push({
      name: scanner.attribute('name') ?? '',
      part: relation.part,
      isVisible: state === 'visible',
    })
    if (sheets.length > limits.sheets) throw bomb('too many sheets')
  })
  return { sheets, from1904 }
}

async function readStyles(
  zip: ZipArchive,
  part: string | undefined,
  limits: SheetLimits,
): Promise<Pick<XlsxWorkbook, 'dateStyles' | 'unitStyles' | 'struckStyles'>> {
  if (part === undefined || !zip.has(part)) return { dateStyles: [], unitStyles: [], struckStyles: undefined }
  const codes = new Map<number, string>()
  const formats: number[] = []
  const fonts: number[] = []
  const struckFonts = new Set<number>()
  let fontCount = 0
  let inFonts = false
  let inCellFormats = false
  await readPart(
    zip,
    part,
    limits,
    (scanner) => {
      if (scanner.name === 'numFmt') {
        codes.set(Number(scanner.attribute('numFmtId')), scanner.attribute('formatCode') ?? '')
      } else if (scanner.name === 'fonts') inFonts = true
      else if (inFonts && scanner.name === 'font') fontCount += 1
      else if (inFonts && isStrike(scanner)) struckFonts.add(fontCount - 1)
      else if (scanner.name === 'cellXfs') inCellFormats = true
      else if (inCellFormats && scanner.name === 'xf') {
        formats.push(Number(scanner.attribute('numFmtId') ?? 0))
        fonts.push(Number(scanner.attribute('fontId') ?? 0))
      }
    },
    (scanner) => {
      if (scanner.name === 'cellXfs') inCellFormats = false
      else if (scanner.name === 'fonts') inFonts = false
    },
  )
  const ids = [...new Set(formats)]
  const isDate = new Map(ids.map((id) => [id, isDateFormat(id, codes.get(id))]))
  const unit = new Map(ids.map((id) => [id, unitOfFormat(id, codes.get(id))]))
  return {
    dateStyles: formats.map((id) => isDate.get(id) === true),
    unitStyles: formats.map((id) => unit.get(id)),
    struckStyles: struckFonts.size === 0 ? undefined : fonts.map((font) => struckFonts.has(font)),
  }
}
