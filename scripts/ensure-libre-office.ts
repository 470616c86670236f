/** Finds LibreOffice, or installs Debian's: tests open the sheets we write with it. Without it server tests that do are left out, and journeys that do fail. */
import { aptCommand, installWithApt, isProgram } from './debian-packages.ts'

const packages = ['libreoffice-calc-nogui']

export function ensureLibreOffice(): void {
  const isThere = () => isProgram(process.env.SOFFICE_PATH ?? '/usr/bin/soffice')
  if (isThere()) return
  installWithApt(packages)
  if (isThere()) return
  console.log(
    `  Server tests that open sheets with LibreOffice are left out, and journeys that do fail: "${aptCommand(packages)}" would install it.`,
  )
}
