/** Finds LibreOffice, or installs Debian's: tests open the sheets we write with it. Without it those tests are left out. */
import { aptCommand, installWithApt, isProgram } from './debian-packages.ts'

const packages = ['libreoffice-calc-nogui']

export function ensureLibreOffice(): void {
  const isThere = () => isProgram(process.env.SOFFICE_PATH ?? '/usr/bin/soffice')
  if (isThere()) return
  installWithApt(packages)
  if (isThere()) return
  console.log(
    `  Tests that open sheets with LibreOffice are left out: "${aptCommand(packages)}" would install it.`,
  )
}
