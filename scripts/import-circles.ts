/** Finds files that import each other in a circle, type imports included. */

type Graph = ReadonlyMap<string, readonly { to: string; line: number }[]>

/** One line for each circle met, at the import that closes it. */
export function findCircles(graph: Graph): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const path: string[] = []

  function visit(file: string): void {
    path.push(file)
    for (const { to, line } of graph.get(file) ?? []) {
      const start = path.indexOf(to)
      if (start >= 0) circles.push(`${file}:${line} import circle: ${[...path.slice(start), to].join(' → ')}`)
      else if (!done.has(to)) visit(to)
    }
    path.pop()
    done.add(file)
  }

  for (const file of graph.keys()) if (!done.has(file)) visit(file)
  return circles
}
