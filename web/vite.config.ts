/** Builds the console and the signing page into web/dist, or serves them to `npm run dev`; the server fills in the __PLACEHOLDERS__ of their pages for each request. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { bundledUnused, withoutUnused } from './brand/antd-styles.ts'

const NONCE = '__CSP_NONCE__'
const ART = join(import.meta.dirname, 'brand/art')
const FAVICONS = ['favicon-1.svg', 'favicon-2.svg']

/** The brands' favicons keep their plain names, so that the server can name them in the page. */
function favicons(): Plugin {
  return {
    name: 'favicons',
    generateBundle() {
      for (const fileName of FAVICONS) {
        const source = readFileSync(join(ART, fileName))
        this.emitFile({ type: 'asset', fileName: `assets/${fileName}`, source })
      }
    },
    configureServer({ middlewares }) {
      for (const fileName of FAVICONS)
        middlewares.use(`/assets/${fileName}`, (_, response) => {
          response.setHeader('content-type', 'image/svg+xml').end(readFileSync(join(ART, fileName)))
        })
    },
  }
}

/** Assets never change under their hashed names, so they are compressed once, here, and not for each request. */
function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!/^assets\/.*\.(js|css|svg)$/.test(fileName)) continue
        const content = readFileSync(join(dir, fileName))
        writeFileSync(join(dir, `${fileName}.br`), brotliCompressSync(content))
        writeFileSync(join(dir, `${fileName}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  }
}

/** Only the server describes the API, and every message is ours: zod's writer of JSON schemas and its English stay out of the bundles. */
function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (/\/zod\/v4\/locales\/en\.js$/.test(id)) return 'export default () => ({})'
      if (!/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return undefined
      const exported = readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)
      const names = Array.from(exported, ([, name]) => `absent as ${name}`)
      return `const absent = () => undefined\nexport { ${names.join(', ')}, absent as process }`
    },
  }
}

const ANTD_STYLES = /^assets\/antd-[\w-]+\.css$/

/** antd's style sheet without the components that no page uses, as one file that the page names: app/antd-styles.ts loads it. */
function antdStyles(): Plugin {
  let file = ''
  return {
    name: 'antd-styles',
    apply: 'build',
    generateBundle: {
      // Before the pages are written.
      order: 'pre',
      handler(_, bundle) {
        const modules = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []))
        const missing = bundledUnused(modules)
        if (missing.length > 0)
          this.error(`pages use ${missing.join(', ')} of antd: take it out of UNUSED in brand/antd-styles.ts`)
        const sheet = createRequire(import.meta.url).resolve('antd/dist/antd.css')
        const source = withoutUnused(readFileSync(sheet, 'utf8'))
        file = `antd-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.css`
        this.emitFile({ type: 'asset', fileName: `assets/${file}`, source })
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { path }) =>
        path === '/index.html'
          ? [{ tag: 'meta', attrs: { name: 'antd-styles', content: file }, injectTo: 'head' }]
          : [],
    },
  }
}

/** Libraries that stand in a file of their own, with all that they need: a library whose needs lie in a later file breaks when it is run. */
const LIBRARIES = {
  router: /node_modules\/@tanstack\/(?!.*query)/,
  antd: /node_modules\/(antd|@ant-design|@rc-component|@emotion|stylis|dayjs)\//,
}

/** Known once the build has linked the modules: what each page runs before anything is loaded on demand, and the libraries. */
const linked = { first: new Set<string>(), router: new Set<string>(), antd: new Set<string>() }

function linkedModules(): Plugin {
  return {
    name: 'linked-modules',
    apply: 'build',
    buildEnd() {
      const follow = (id: string, into: Set<string>) => {
        if (into.has(id)) return
        into.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) follow(imported, into)
      }
      for (const id of this.getModuleIds()) {
        if (this.getModuleInfo(id)?.isEntry) follow(id, linked.first)
        if (LIBRARIES.router.test(id)) follow(id, linked.router)
        if (LIBRARIES.antd.test(id)) follow(id, linked.antd)
      }
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isEntry) continue
        const large = chunk.imports.filter((file) => /^assets\/(shared|antd|router)-/.test(file))
        if (large.length > 0) this.error(`${chunk.name} loads ${large.join(', ')} before it shows anything`)
      }
    },
  }
}

/** What the console needs after login, named in its page: app/fetch-ahead.ts fetches it while the person types. */
const AHEAD = /\/web\/app\/(console|shell|guarded-page|workbench-view)\.tsx$/

function fetchAhead(): Plugin {
  return {
    name: 'fetch-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { path, bundle = {} }) {
        if (path !== '/index.html') return
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const first = new Set<string>()
        const ahead = new Set<string>()
        const follow = (fileName: string, into: Set<string>) => {
          const chunk = bundle[fileName]
          if (into.has(fileName) || first.has(fileName) || chunk?.type !== 'chunk') return
          into.add(fileName)
          for (const style of chunk.viteMetadata?.importedCss ?? []) if (!first.has(style)) into.add(style)
          for (const imported of chunk.imports) follow(imported, into)
        }
        for (const { fileName, facadeModuleId } of chunks)
          if (facadeModuleId?.endsWith('/web/index.html')) follow(fileName, first)
        for (const { fileName, moduleIds } of chunks)
          if (moduleIds.some((id) => AHEAD.test(id))) follow(fileName, ahead)
        for (const fileName of Object.keys(bundle)) if (ANTD_STYLES.test(fileName)) ahead.add(fileName)
        const content = [...ahead].map((file) => file.replace(/^assets\//, '')).join(' ')
        return [{ tag: 'meta', attrs: { name: 'fetch-ahead', content }, injectTo: 'head' }]
      },
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), leanZod(), linkedModules(), favicons(), antdStyles(), fetchAhead(), compressedCopies()],
  // The nonce stands on every script and style of the page, and in a meta tag that brand/csp-nonce.ts reads.
  html: { cspNonce: NONCE },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Browsers that know no preloading load all the same.
    modulePreload: { polyfill: false },
    // No data: URIs: the content security policy lets images and fonts come from our own address only.
    assetsInlineLimit: 0,
    // antd is one chunk of 300 kB gzip by nature; it loads after the login page has painted.
    chunkSizeWarningLimit: 1600,
    rolldownOptions: {
      // The signing page is a bundle of its own: phones load nothing of the console.
      input: ['index.html', 'sign.html'].map((page) => join(import.meta.dirname, page)),
      output: {
        codeSplitting: {
          // Else a group takes what the login page runs along with what it does not.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 30 },
            { name: 'router', test: (id) => linked.router.has(id) && !linked.first.has(id), priority: 20 },
            { name: 'zod', test: /node_modules\/zod\//, priority: 20 },
            // What the login page and the signing page share, without codecs, as one small file instead of six.
            {
              name: 'start',
              test: /\/(web\/(api\/(refused|read-envelope|known-user|redirect|changes)|brand\/(logo|apply-brand))|wire\/prefix)\.tsx?$/,
              priority: 20,
            },
            // What the signing page and the console share.
            {
              name: 'calls',
              test: /\/(web\/api\/(client|transfer-files)|wire\/(values|shape|envelope|endpoint)|domain\/(calendar|money)\/[a-z]+)\.tsx?$/,
              priority: 20,
            },
            // One chunk: it is fetched while the person types their password, and kept for a year.
            {
              name: 'antd',
              test: (id) => linked.antd.has(id) && !linked.first.has(id),
              priority: 10,
            },
            // What several pages share, as one file: a page of the console was made of a hundred.
            {
              name: 'shared',
              test: (id) => !linked.first.has(id),
              minShareCount: 2,
              priority: 5,
            },
          ],
        },
      },
    },
  },
})
