/** Finds the programs that turn the PDFs we make into pixels, or installs Debian's: tests look at ink, not at what a PDF says of itself. */
import { StartProblem } from '@paywages/server/adapters/start-problem.ts'
import { aptCommand, installWithApt, onPath } from './debian-packages.ts'

const packages = ['poppler-utils']
const programs = ['pdftoppm', 'pdftotext']

export function ensurePoppler(): void {
  const isThere = () => programs.every((program) => onPath(program) !== undefined)
  if (isThere()) return
  installWithApt(packages)
  if (isThere()) return
  throw new StartProblem(
    `The tests of PDFs need ${programs.join(' and ')}: run "${aptCommand(packages)}", or what your system calls it.`,
  )
}
