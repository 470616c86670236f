/** Takes a file apart into the pieces that may cite a rule: comments, sentences in strings, and the prose of a page. */

export type Piece = { readonly line: number; readonly text: string }

/** Comments, strings and regular expressions; whichever begins first swallows what looks like another inside it. */
const SCRIPT_TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=[(,=:[!&|?{};]\s*|return\s+)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*/g

const COMMENTS: Readonly<Record<string, RegExp>> = {
  sql: /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:''|[^'])*'/g,
  css: /\/\*[\s\S]*?\*\//g,
  html: /<!--[\s\S]*?-->/g,
}

/** The pieces of a file by its ending; nothing of a kind of file that cannot cite. */
export function citableText(path: string, text: string): Piece[] {
  const kind = path.slice(path.lastIndexOf('.') + 1)
  if (kind === 'md') return proseOf(text)
  if (/^(tsx?|mjs|typ)$/.test(kind)) return tokensOf(text, SCRIPT_TOKENS)
  const comments = COMMENTS[kind]
  return comments ? tokensOf(text, comments) : []
}

function tokensOf(text: string, tokens: RegExp): Piece[] {
  const pieces: Piece[] = []
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (!mayCite(token)) continue
    const first = text.slice(0, index).split('\n').length
    pieces.push(...token.split('\n').map((line, offset) => ({ line: first + offset, text: line })))
  }
  return pieces
}

/** A string without a space is data ('D2' is a cell of a sheet), unless it names a page. */
function mayCite(token: string): boolean {
  if (/^(\/\/|\/\*|--|<!--)/.test(token)) return true
  return /^['"`]/.test(token) && (/\s/.test(token) || /^.docs\//.test(token))
}

/** Every line outside of fenced code. */
function proseOf(text: string): Piece[] {
  let fenced = false
  return text.split('\n').flatMap((line, index) => {
    const isFence = /^\s*(```|~~~)/.test(line)
    if (isFence) fenced = !fenced
    return isFence || fenced ? [] : [{ line: index + 1, text: line }]
  })
}
