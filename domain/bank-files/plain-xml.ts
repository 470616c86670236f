// Reads XML as banks send it and nothing more: no DTD, no entities but the five and numbers, nothing from outside, bounded in depth and size.

export class XmlRefused extends Error {
  override readonly name = 'XmlRefused'
}

export type XmlNode = {
  /** Without its prefix. */
  readonly name: string
  /** Of the default namespace or its prefix; empty where there is none. */
  readonly namespace: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
  /** The text directly within it. */
  readonly text: string
}

const MAX_DEPTH = 32
const MAX_NODES = 2_000_000

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plain(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&([^;&]*);?/g, (whole, name: string) => {
    if (!whole.endsWith(';')) throw new XmlRefused('an & that begins nothing')
    const named = NAMED[name]
    if (named !== undefined) return named
    const [, hex, digits] = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name) ?? []
    const point = hex !== undefined ? Number.parseInt(hex, 16) : Number(digits ?? Number.NaN)
    const isCharacter = point >= 0x20 || point === 9 || point === 10 || point === 13
    if (!isCharacter || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))
      throw new XmlRefused('an entity that is not one of the five')
    return String.fromCodePoint(point)
  })
}

const NAME = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/y
const ATTRIBUTE = /\s+([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const DECLARATION = /^\uFEFF?<\?xml\s[^<>?]*\?>/

type Open = {
  readonly qualified: string
  readonly scope: ReadonlyMap<string, string>
  readonly node: XmlNode & { children: XmlNode[]; text: string }
}

function at(pattern: RegExp, source: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from
  return pattern.exec(source)
}

/** The root of the document. */
export function readXml(source: string): XmlNode {
  const declared = DECLARATION.exec(source)?.[0] ?? ''
  if (/encoding\s*=\s*["'](?!utf-?8["'])/i.test(declared)) throw new XmlRefused('another encoding than UTF-8')
  let index = declared.length || (source.startsWith('\uFEFF') ? 1 : 0)
  let root: XmlNode | undefined
  let nodes = 0
  const open: Open[] = []
  while (index < source.length) {
    const next = source.indexOf('<', index)
    const text = source.slice(index, next === -1 ? source.length : next)
    const inside = open.at(-1)
    if (inside) inside.node.text += plain(text)
    else if (text.trim() !== '') throw new XmlRefused('text outside the document')
    if (next === -1) break
    if (source.startsWith('<!--', next)) {
      const end = source.indexOf('-->', next + 4)
      if (end === -1) throw new XmlRefused('a comment without an end')
      index = end + 3
    } else if (source.startsWith('<!', next) || source.startsWith('<?', next)) {
      throw new XmlRefused('a declaration, a DTD or an instruction')
    } else if (source.startsWith('</', next)) {
      const name = at(NAME, source, next + 2)?.[0] ?? ''
      const end = source.indexOf('>', next)
      const ended = open.pop()
      if (
        ended === undefined ||
        ended.qualified !== name ||
        end === -1 ||
        source.slice(next + 2 + name.length, end).trim() !== ''
      )
        throw new XmlRefused('an end that fits no beginning')
      index = end + 1
    } else {
      if (root !== undefined && open.length === 0) throw new XmlRefused('two documents')
      nodes += 1
      if (nodes > MAX_NODES || open.length >= MAX_DEPTH)
        throw new XmlRefused('deeper or longer than any message')
      const begun = begin(source, next, inside?.scope ?? new Map())
      if (inside) inside.node.children.push(begun.opened.node)
      else root = begun.opened.node
      if (!begun.isEmpty) open.push(begun.opened)
      index = begun.end
    }
  }
  if (root === undefined || open.length > 0) throw new XmlRefused('a document without an end')
  return root
}

function begin(source: string, from: number, outer: ReadonlyMap<string, string>) {
  const qualified = at(NAME, source, from + 1)?.[0]
  if (qualified === undefined) throw new XmlRefused('a < that begins nothing')
  let index = from + 1 + qualified.length
  const attributes: Record<string, string> = Object.create(null)
  // Of its own only where it declares something: a copy for each node would multiply what the root declares.
  let scope: Map<string, string> | undefined
  for (let found = at(ATTRIBUTE, source, index); found; found = at(ATTRIBUTE, source, index)) {
    const [whole, name = '', double, single] = found
    if (name in attributes) throw new XmlRefused('an attribute twice')
    const value = plain(double ?? single ?? '')
    attributes[name] = value
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      scope ??= new Map(outer)
      scope.set(name.slice(6), value)
    }
    index += whole.length
  }
  const [end] = /^\s*\/?>/.exec(source.slice(index, index + 200)) ?? []
  if (end === undefined) throw new XmlRefused('a tag without an end')
  const colon = qualified.indexOf(':')
  const prefix = colon === -1 ? '' : qualified.slice(0, colon)
  const namespace = (scope ?? outer).get(prefix)
  if (prefix !== '' && namespace === undefined) throw new XmlRefused('a prefix that was not declared')
  const node = {
    name: qualified.slice(colon + 1),
    namespace: namespace ?? '',
    attributes,
    children: [] as XmlNode[],
    text: '',
  }
  return {
    opened: { qualified, scope: scope ?? outer, node },
    isEmpty: end.includes('/'),
    end: index + end.length,
  }
}

/** The children of a path, over all that bear its names in the namespace of what they stand in. */
export function nodesAt(node: XmlNode, path: string): XmlNode[] {
  return path
    .split('/')
    .reduce<XmlNode[]>(
      (nodes, name) =>
        nodes.flatMap((one) =>
          one.children.filter((child) => child.name === name && child.namespace === one.namespace),
        ),
      [node],
    )
}

/** The text at a path; empty where there is none. More than one is no answer. */
export function textAt(node: XmlNode, path: string): string {
  const found = nodesAt(node, path)
  if (found.length > 1) throw new XmlRefused(`${path} stands there twice`)
  const [only] = found
  const text = only?.text.trim() ?? ''
  // A word with something within it is no word; what only holds others has none.
  if (text !== '' && only?.children.length) throw new XmlRefused(`${path} is a text around something else`)
  return text
}
