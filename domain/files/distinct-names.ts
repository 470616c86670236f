// Names for files that lie in one folder: no two alike, also where capitals make no difference.

/** A name that is taken already gets a number before its extension: 发票.pdf, 发票 (2).pdf. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    const [stem, extension] = dot < 1 ? [name, ''] : [name.slice(0, dot), name.slice(dot)]
    let free = name
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem} (${number})${extension}`
    taken.add(free.toLowerCase())
    return free
  })
}
