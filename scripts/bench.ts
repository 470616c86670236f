// Runs the benchmarks of bench/ one after the other and prints their tables: npm run bench [-- NAME …].

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'bench')
const wanted = process.argv.slice(2)
const names = (await readdir(folder))
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.replace('.bench.ts', ''))
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are: ${names.join(', ')}.`)
  process.exit(1)
}
for (const name of wanted.length > 0 ? wanted : names.sort()) {
  console.log(`\n== ${name}`)
  // A process each: what one leaves in memory must not weigh on the next.
  const child = spawn(process.execPath, ['--expose-gc', join(folder, `${name}.bench.ts`)], {
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
