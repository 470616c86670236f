// Checks the import layouts of the tax client and prints which is in force from when; exits 1 when one is refused.

import { LAYOUT_KINDS } from '@paywages/domain/tax/layout-fields.ts'
import type { KnownLayout } from '@paywages/domain/tax/layout-in-force.ts'
import { taxLayoutFolder } from '@paywages/server/adapters/config/settings.ts'
import { layoutProblemLine } from '@paywages/server/tax/imports/layout-problem-line.ts'
import { readLayouts } from '@paywages/server/tax/imports/read-layouts.ts'
import { commandWords } from './command-line.ts'
import { environmentOfRunning } from './running-environment.ts'

commandWords({ usage: 'tax-layouts' })

const place = taxLayoutFolder(environmentOfRunning(process.env))
const { known, refused } = await readLayouts(place)
console.log(`Own layouts are read from ${place.folder}.`)
for (const kind of LAYOUT_KINDS) {
  console.log(`\n${kind}`)
  const ofKind = known.filter(({ layout }) => layout.kind === kind)
  for (const one of ofKind.toSorted((a, b) => (a.layout.effectiveFrom < b.layout.effectiveFrom ? -1 : 1)))
    console.log(`  ${lineOf(one, ofKind)}`)
}
for (const one of refused) console.error(`\n${layoutProblemLine(one)}`)
if (refused.length > 0) {
  console.error(
    'Until it is mended, files of its kind are refused; of all kinds, where its kind is not known.',
  )
  process.exitCode = 1
}

function lineOf({ file, own, layout }: KnownLayout, ofKind: readonly KnownLayout[]): string {
  const { effectiveFrom, name, format, columns } = layout
  const replaced = !own && ofKind.some((other) => other.own && other.layout.effectiveFrom === effectiveFrom)
  const facts = `${name}, ${columns.length} columns, .${format}`
  return `from ${effectiveFrom}  ${own ? 'own' : 'shipped'} ${file}: ${facts}${replaced ? ' (replaced by an own one)' : ''}`
}
