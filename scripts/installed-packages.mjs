/** Tells whether npm has installed all that the lock file names, by the record that npm itself leaves in node_modules. Plain JavaScript, for scripts/bootstrap.mjs. */

/**
 * What is missing or of another version, as paths of node_modules; a package for other machines may be missing.
 * @param {{ packages: Record<string, any> }} lock package-lock.json
 * @param {{ packages: Record<string, any> }} installed node_modules/.package-lock.json
 * @param {{ os: string, cpu: string, libc: string | undefined }} machine
 */
export function missingPackages(lock, installed, machine) {
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .filter(([path, wanted]) => {
      const there = installed.packages[path]
      if (there === undefined) return !(wanted.optional && !fits(wanted, machine))
      return there.version !== wanted.version || there.integrity !== wanted.integrity
    })
    .map(([path]) => path)
}

/** As npm decides it: a list of names, or of names that are excluded. */
function fits({ os, cpu, libc }, machine) {
  return isOneOf(os, machine.os) && isOneOf(cpu, machine.cpu) && isOneOf(libc, machine.libc)
}

function isOneOf(names, name) {
  if (names === undefined || name === undefined) return true
  const list = [names].flat()
  if (list.includes(`!${name}`)) return false
  return list.includes(name) || list.every((one) => one.startsWith('!'))
}

export function thisMachine() {
  const { platform: os, arch: cpu } = process
  const libc =
    os === 'linux' ? (process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl') : undefined
  return { os, cpu, libc }
}
