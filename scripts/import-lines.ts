/** Reads the imports out of a TypeScript file without a compiler: static, re-exported, dynamic, type-only and by URL. */

export type Import = { path: string; line: number }

const patterns = [
  // import … from '…' and export … from '…', over several lines too
  /^[ \t]*(?:import|export)\b[^'"`;=]*?\bfrom\s*(['"])(?<path>[^'"\n]+)\1/gm,
  // import '…'
  /^[ \t]*import\s*(['"])(?<path>[^'"\n]+)\1/gm,
  // import('…'), also as a type; require('…')
  /\b(?:import|require)\s*\(\s*(['"`])(?<path>[^'"`\n]+)\1/g,
  // new Worker(new URL('….ts', import.meta.url)); a URL alone may just as well name a file to write
  /\bnew Worker\(\s*new URL\(\s*(['"])(?<path>\.[^'"\n]+\.tsx?)\1\s*,\s*import\.meta\.url/g,
]

export function readImports(text: string): Import[] {
  const code = blankComments(text)
  return patterns.flatMap((pattern) =>
    [...code.matchAll(pattern)].map((match) => {
      const path = match.groups?.path ?? ''
      // The line of the path itself, where an editor's link should lead.
      const end = match.index + match[0].lastIndexOf(path)
      return { path, line: code.slice(0, end).split('\n').length }
    }),
  )
}

/** Only comments that begin a line: finding the others would take telling strings and expressions apart. */
function blankComments(text: string): string {
  return text
    .replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/^[ \t]*\/\/.*$/gm, '')
}
