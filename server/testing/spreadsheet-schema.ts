// Holds the parts of an .xlsx against the rules of the SpreadsheetML schema (ECMA-376, sml.xsd) for the elements that we write:
// which follow one another in which order, how often, and what their attributes and texts may be.

import { unzipSync } from 'fflate'

type Rule = {
  /** In their order: how often at least and at most. */
  readonly children?: readonly (readonly [name: string, least: number, most: number])[]
  readonly attributes?: Readonly<Record<string, RegExp>>
  readonly required?: readonly string[]
  readonly text?: RegExp
}

const MANY = Number.POSITIVE_INFINITY
const WHOLE = /^\d+$/
const DECIMAL = /^-?\d+(\.\d+)?$/
const FLAG = /^[01]$/
const CELL = /^[A-Z]{1,3}[1-9]\d*$/
const COLOUR = { rgb: /^[0-9A-F]{8}$/, indexed: WHOLE }
const ANY_TEXT = /^[^<>]*$/s
const XF = {
  numFmtId: WHOLE,
  fontId: WHOLE,
  fillId: WHOLE,
  borderId: WHOLE,
  xfId: WHOLE,
  applyNumberFormat: FLAG,
  applyFont: FLAG,
  applyFill: FLAG,
}
const counted = (child: string): Rule => ({ children: [[child, 1, MANY]], attributes: { count: WHOLE } })

/** By the name of the element, or by its parent's and its own where they differ. */
const RULES: Readonly<Record<string, Rule>> = {
  worksheet: {
    children: [
      ['sheetViews', 0, 1],
      ['sheetFormatPr', 0, 1],
      ['cols', 0, 1],
      ['sheetData', 1, 1],
    ],
    attributes: { xmlns: /main$/ },
  },
  sheetViews: { children: [['sheetView', 1, MANY]] },
  sheetView: {
    children: [['pane', 0, 1]],
    attributes: { workbookViewId: WHOLE },
    required: ['workbookViewId'],
  },
  pane: {
    attributes: { ySplit: DECIMAL, topLeftCell: CELL, activePane: /^bottomLeft$/, state: /^frozen$/ },
  },
  sheetFormatPr: { attributes: { defaultRowHeight: DECIMAL }, required: ['defaultRowHeight'] },
  cols: { children: [['col', 1, MANY]] },
  col: {
    attributes: { min: WHOLE, max: WHOLE, width: DECIMAL, style: WHOLE, customWidth: FLAG },
    required: ['min', 'max'],
  },
  sheetData: { children: [['row', 0, MANY]] },
  row: { children: [['c', 0, MANY]], attributes: { r: /^[1-9]\d*$/ } },
  c: {
    children: [
      ['v', 0, 1],
      ['is', 0, 1],
    ],
    attributes: { r: CELL, s: WHOLE, t: /^(s|n|inlineStr)$/ },
  },
  v: { text: DECIMAL },
  is: { children: [['t', 0, 1]] },
  t: { text: ANY_TEXT, attributes: { 'xml:space': /^preserve$/ } },
  sst: { children: [['si', 0, MANY]], attributes: { xmlns: /main$/ } },
  si: { children: [['t', 0, 1]] },
  workbook: { children: [['sheets', 1, 1]], attributes: { xmlns: /main$/, 'xmlns:r': /relationships$/ } },
  sheets: { children: [['sheet', 1, MANY]] },
  sheet: {
    attributes: { name: /^[^\\/?*[\]:]{1,31}$/, sheetId: WHOLE, 'r:id': /^rId\d+$/ },
    required: ['name', 'sheetId', 'r:id'],
  },
  styleSheet: {
    children: [
      ['numFmts', 0, 1],
      ['fonts', 0, 1],
      ['fills', 0, 1],
      ['borders', 0, 1],
      ['cellStyleXfs', 0, 1],
      ['cellXfs', 0, 1],
      ['cellStyles', 0, 1],
    ],
    attributes: { xmlns: /main$/ },
  },
  numFmts: counted('numFmt'),
  numFmt: {
    attributes: { numFmtId: WHOLE, formatCode: ANY_TEXT },
    required: ['numFmtId', 'formatCode'],
  },
  fonts: counted('font'),
  font: {
    children: [
      ['b', 0, 1],
      ['sz', 0, 1],
      ['color', 0, 1],
      ['name', 0, 1],
      ['family', 0, 1],
    ],
  },
  b: {},
  sz: { attributes: { val: DECIMAL }, required: ['val'] },
  color: { attributes: COLOUR },
  name: { attributes: { val: ANY_TEXT }, required: ['val'] },
  family: { attributes: { val: WHOLE }, required: ['val'] },
  fills: counted('fill'),
  fill: { children: [['patternFill', 1, 1]] },
  patternFill: {
    children: [
      ['fgColor', 0, 1],
      ['bgColor', 0, 1],
    ],
    attributes: { patternType: /^(none|gray125|solid)$/ },
  },
  fgColor: { attributes: COLOUR },
  bgColor: { attributes: COLOUR },
  borders: counted('border'),
  border: { children: ['left', 'right', 'top', 'bottom', 'diagonal'].map((side) => [side, 0, 1] as const) },
  left: {},
  right: {},
  top: {},
  bottom: {},
  diagonal: {},
  cellStyleXfs: counted('xf'),
  cellXfs: counted('xf'),
  xf: { attributes: XF },
  cellStyles: counted('cellStyle'),
  cellStyle: { attributes: { name: ANY_TEXT, xfId: WHOLE, builtinId: WHOLE }, required: ['xfId'] },
}

export type Element = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/** What breaks a rule, part by part; also what leads nowhere: styles, shared texts, sheets. */
export function schemaFaults(file: Uint8Array): string[] {
  const parts = unzipSync(file)
  const roots = new Map<string, Element>()
  const faults: string[] = []
  for (const [name, bytes] of Object.entries(parts)) {
    if (!/^xl\/[^_]/.test(name)) continue
    const root = parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    roots.set(name, root)
    check(root, name, faults)
  }
  const styles = childrenOf(roots.get('xl/styles.xml'), 'cellXfs').length
  const texts = roots.get('xl/sharedStrings.xml')?.children.length ?? 0
  for (const [name, root] of roots) {
    let last = 0
    for (const row of childrenOf(root, 'sheetData')) {
      const number = Number(row.attributes.r ?? last + 1)
      if (number <= last) faults.push(`${name}: row ${number} follows row ${last}`)
      last = number
      for (const cell of row.children) checkCell(cell, `${name}, row ${number}`, { styles, texts }, faults)
    }
  }
  return faults
}

function checkCell(
  { attributes, children }: Element,
  place: string,
  { styles, texts }: { styles: number; texts: number },
  faults: string[],
): void {
  const { s = '0', t = 'n' } = attributes
  if (Number(s) >= styles) faults.push(`${place}: no style ${s}`)
  const value = children[0]
  if (value && (value.name === 'is') !== (t === 'inlineStr')) faults.push(`${place}: ${value.name} in a ${t}`)
  if (t === 's' && !(Number(value?.text) < texts)) faults.push(`${place}: no shared text ${value?.text}`)
}

function check({ name, attributes, children, text }: Element, path: string, faults: string[]): void {
  const place = `${path}/${name}`
  const rule = RULES[name]
  if (rule === undefined) {
    faults.push(`${place} is no element that we know`)
    return
  }
  for (const [attribute, value] of Object.entries(attributes))
    if (!rule.attributes?.[attribute]?.test(value)) faults.push(`${place}: ${attribute}="${value}"`)
  for (const attribute of rule.required ?? [])
    if (!(attribute in attributes)) faults.push(`${place} has no ${attribute}`)
  if (!(rule.text ?? /^$/).test(text)) faults.push(`${place} holds ${JSON.stringify(text)}`)
  if ('count' in attributes && Number(attributes.count) !== children.length)
    faults.push(`${place} counts ${attributes.count} of ${children.length}`)
  let at = 0
  for (const [child, least, most] of rule.children ?? []) {
    const begin = at
    while (children[at]?.name === child) at += 1
    if (at - begin < least || at - begin > most) faults.push(`${place} has ${at - begin} ${child}`)
  }
  if (at < children.length) faults.push(`${place}: ${children[at]?.name} stands where it may not`)
  for (const child of children) check(child, place, faults)
}

function childrenOf(root: Element | undefined, name: string): readonly Element[] {
  return root?.children.find((child) => child.name === name)?.children ?? []
}

const TOKEN = /<\?[^>]*\?>\s*|<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy

/** Well-formed XML as we write it: no comments, no entities of its own. */
function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex
    const token = TOKEN.exec(xml)
    if (token === null) throw new Error(`not well-formed at ${xml.slice(at, at + 60)}`)
    const [, end, name, list = '', empty, text] = token
    const inner = open.at(-1) as Element
    if (text !== undefined) inner.text += text
    if (name === undefined) continue
    if (end === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> ends another element`)
      continue
    }
    const found = [...list.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value])
    const element: Element = { name, attributes: Object.fromEntries(found), children: [], text: '' }
    inner.children.push(element)
    if (empty !== '/') open.push(element)
  }
  const [only] = root.children
  if (open.length !== 1 || only === undefined || root.children.length !== 1)
    throw new Error('not one whole element')
  return only
}
