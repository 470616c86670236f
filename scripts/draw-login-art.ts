// Draws the login art of both brands into web/brand/art; the same seeds always give the same bytes.
import { writeFileSync } from 'node:fs'
import { drawFarRidges } from './login-art/far-ridges.ts'
import { drawStarRiver } from './login-art/star-river.ts'

const artFolder = new URL('../web/brand/art/', import.meta.url)

for (const [name, picture] of [
  ['star-river.svg', drawStarRiver()],
  ['far-ridges.svg', drawFarRidges()],
] as const) {
  writeFileSync(new URL(name, artFolder), picture)
  console.log(`${name}: ${picture.length} bytes`)
}
