// Runs the benchmarks of bench/ one after the other, prints goal and result, and keeps the results in docs/: npm run bench [-- NAME …].

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { type Finding, keepResult } from './bench-results.ts'

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
const missed: string[] = []
for (const name of wanted.length > 0 ? wanted : names.sort()) {
  console.log(`\n== ${name}`)
  const loadBefore = loadavg()[0] ?? 0
  const findings = await measure(name)
  if (findings === undefined) {
    process.exitCode = 1
    continue
  }
  const measuredOn = new Date().toISOString().slice(0, 10)
  if (process.env.BENCH_QUICK !== '1')
    await keepResult(name, { measuredOn, cores: availableParallelism(), loadBefore, findings })
  for (const { what, measured, goal, met } of findings)
    if (met === false) missed.push(`${name}: ${what}: ${measured}, goal ${goal}`)
}
console.log(missed.length === 0 ? '\nEvery goal is met.' : `\nMissed:\n${missed.join('\n')}`)

/** A process each: what one leaves in memory must not weigh on the next. Undefined where it broke. */
async function measure(name: string): Promise<readonly Finding[] | undefined> {
  const child = spawn(process.execPath, ['--expose-gc', join(folder, `${name}.bench.ts`)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  let findings: readonly Finding[] | undefined
  child.on('message', (message: { findings: readonly Finding[] }) => {
    findings = message.findings
  })
  const [code] = await once(child, 'exit')
  return code === 0 ? findings : undefined
}
