/** The one address of `npm run dev`: Vite serves the console with hot reload, and passes the api's requests on to it. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join, relative, sep } from 'node:path'
import { type BrandBook, readBrands } from '@paywages/server/adapters/config/brands.ts'
import { fillPage } from '@paywages/server/http/web-pages.ts'
import { createServer as createVite, type InlineConfig, type Plugin, type ViteDevServer } from 'vite'
import { API_PATH, isForApi } from './api-path.ts'
import { pageAt } from './page-at.ts'
import { WATCHED_FOLDERS } from './saved-change.ts'

const root = join(import.meta.dirname, '..', '..')
const web = join(root, 'web')

export type ConsolePlan = {
  readonly host: string
  readonly port: number
  readonly api: string
  readonly brandsFile: string | undefined
  /** Resolves once the api serves, or with the reason why it does not. */
  apiSettled(): Promise<string | undefined>
  /** Called with the path from the root of every file saved, added or removed. */
  onSave(path: string): void
}

export async function serveConsole(plan: ConsolePlan): Promise<{ close(): Promise<void> }> {
  const brands = readBrands(plan.brandsFile)
  const server = createServer()
  const vite = await createVite(viteConfig(plan, server))
  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    // A call sent while the api restarts waits for it.
    const problem = isForApi(request.url ?? '') ? await plan.apiSettled() : undefined
    if (problem !== undefined) return sendText(response, 502, problem)
    vite.middlewares(request, response, () => void answerPage(vite, brands, request, response))
  })
  server.listen({ host: plan.host, port: plan.port })
  await once(server, 'listening')
  return {
    close: async () => {
      server.close()
      server.closeAllConnections()
      await vite.close()
    },
  }
}

/** In middleware mode, because Vite's own server ends the process on SIGTERM before the rest could be stopped. */
function viteConfig(plan: ConsolePlan, server: Server): InlineConfig {
  return {
    configFile: join(web, 'vite.config.ts'),
    cacheDir: join(root, 'node_modules', '.vite'),
    appType: 'custom',
    clearScreen: false,
    plugins: [watchSaves(plan.onSave)],
    server: {
      middlewareMode: { server },
      ws: { server },
      cors: false,
      // The Host header stays as the browser sent it: the api compares it with the Origin of each change.
      proxy: { [API_PATH]: { target: plan.api, changeOrigin: false } },
    },
  }
}

/** A plugin, so that it is rendered up again when Vite restarts after a change of its own configuration. */
function watchSaves(onSave: (path: string) => void): Plugin {
  return {
    name: 'watch-saves',
    configureServer({ watcher }) {
      watcher.add(WATCHED_FOLDERS.map((folder) => join(root, folder)))
      for (const event of ['add', 'change', 'unlink'] as const)
        watcher.on(event, (path) => onSave(relative(root, path).split(sep).join('/')))
    },
  }
}

/** The pages as server/http/web-pages.ts sends them, content security policy included. */
async function answerPage(
  vite: ViteDevServer,
  brands: BrandBook,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams, hostname } = new URL(
    request.url ?? '/',
    `http://${request.headers.host ?? 'localhost'}`,
  )
  const file = pageAt(pathname)
  if (file === undefined) return sendText(response, 404, 'not found')
  try {
    const source = await readFile(join(web, file), 'utf8')
    const template = await vite.transformIndexHtml(`/${file}`, source, request.url)
    const visit = { plat: searchParams.get('plat'), hostname }
    const { page, policy } = fillPage(template, brands, visit)
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    })
    response.end(page)
  } catch (error) {
    sendText(response, 500, error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

function sendText(response: ServerResponse, code: number, text: string): void {
  response.writeHead(code, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(text)
}
