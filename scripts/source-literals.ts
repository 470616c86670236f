/** Takes a TypeScript source apart without a compiler: its code, and the strings and templates in it, each at its place. */

export type Literal = { readonly start: number; readonly text: string; readonly isTemplate: boolean }

/** Up to the next character that may begin or end something. */
const next = /[/'"`{}]/g

/** The code keeps its length and lines, without comments and the words of templates; a template holds those inside it. */
export function splitLiterals(source: string): { code: string; literals: Literal[] } {
  const code: string[] = []
  const literals: Literal[] = []
  let at = 0

  const keep = (from: number) => code.push(source.slice(from, at))
  const hide = (from: number) => code.push(blank(source.slice(from, at)))

  /** Until its closing brace, or to the end of the file; returns the templates met on the way. */
  function readCode(isInTemplate: boolean): Literal[] {
    const templates: Literal[] = []
    let depth = 0
    while (at < source.length) {
      const start = at
      next.lastIndex = at
      at = next.exec(source)?.index ?? source.length
      keep(start)
      const character = source[at]
      if (character === undefined) break
      if (source.startsWith('//', at)) skipTo('\n', 0)
      else if (source.startsWith('/*', at)) skipTo('*/', 2)
      else if (character === "'" || character === '"') readString(character)
      else if (character === '`') templates.push(readTemplate())
      else if (character === '/' && isRegexPlace(source, at)) readRegex()
      else {
        if (character === '}' && depth === 0 && isInTemplate) return templates
        depth += character === '{' ? 1 : character === '}' ? -1 : 0
        at += 1
        code.push(character)
      }
    }
    return templates
  }

  function skipTo(mark: string, length: number): void {
    const [from, end] = [at, source.indexOf(mark, at)]
    at = end < 0 ? source.length : end + length
    hide(from)
  }

  function readString(quote: string): void {
    const from = at
    at += 1
    while (at < source.length && source[at] !== quote && source[at] !== '\n')
      at += source[at] === '\\' ? 2 : 1
    at += 1
    keep(from)
    literals.push({ start: from + 1, text: source.slice(from + 1, at - 1), isTemplate: false })
  }

  function readTemplate(): Literal {
    const start = at + 1
    let [text, from] = ['', start]
    at += 1
    code.push('`')
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) {
        text += source.slice(from, at)
        hide(from)
        const opened = at
        at += 2
        code.push('  ')
        const inner = readCode(true)
        at += 1
        code.push(' ')
        text += inlined(source.slice(opened, at), opened, inner)
        from = at
      } else at += source[at] === '\\' ? 2 : 1
    }
    text += source.slice(from, at)
    hide(from)
    at += 1
    code.push('`')
    return { start, text, isTemplate: true }
  }

  function readRegex(): void {
    const from = at
    let isClass = false
    at += 1
    while (at < source.length && source[at] !== '\n' && (isClass || source[at] !== '/')) {
      if (source[at] === '[') isClass = true
      if (source[at] === ']') isClass = false
      at += source[at] === '\\' ? 2 : 1
    }
    at += 1
    hide(from)
  }

  literals.push(...readCode(false))
  return { code: code.join(''), literals }
}

/** An expression inside a template: a value, unless it is made of templates, whose words then stand in its place. */
function inlined(expression: string, from: number, templates: readonly Literal[]): string {
  if (templates.length === 0) return `?${blank(expression.slice(1))}`
  let text = ''
  for (const { start, text: inner } of templates)
    text = `${text}${blank(expression.slice(text.length, start - from))}${inner}`
  return text + blank(expression.slice(text.length))
}

function isRegexPlace(source: string, at: number): boolean {
  const before = source.slice(Math.max(0, at - 40), at).trimEnd()
  return before === '' || /([(,=:[!&|?{};<>+*~^-]|\b(return|typeof|case|in|of))$/.test(before)
}

/** The same length and the same lines, without words. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}

/** The line of an offset, counted from one. */
export function lineFinder(source: string): (at: number) => number {
  const ends = [...source.matchAll(/\n/g)].map(({ index }) => index)
  return (at) => {
    const line = ends.findIndex((end) => end >= at)
    return line < 0 ? ends.length + 1 : line + 1
  }
}
