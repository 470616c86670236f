// Serves the console and the signing page: hashed assets for a year, and each page with a fresh nonce and the brand of the host.

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BrandBook } from '../adapters/config/brands.ts'
import { isStaticPath } from './static-path.ts'

const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url))
const NOT_BUILT = 'The console is not built yet: run npm run build.'

export async function serveWebPages(
  app: FastifyInstance,
  brands: BrandBook,
  folder: string = DIST,
): Promise<void> {
  const template = templateIn(folder, 'index.html')
  const signing = templateIn(folder, 'sign.html')
  if (template !== undefined) await app.register((scope) => serveFiles(scope, folder))
  // Whatever stands behind /sign/ is a link, if only a wrong one: the page says so. It is found by nobody who was not sent it.
  for (const url of ['/sign', '/sign/*'])
    app.get(url, (request, reply) =>
      sendPage(
        request,
        reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow'),
        signing,
        brands,
      ),
    )
  app.get('/*', (request, reply) => {
    // A missing picture or script must not be answered with a page.
    if (/\.[a-z0-9]{2,5}$/i.test(request.url.split('?')[0] ?? '')) return notFound(reply)
    return sendPage(request, reply.header('cache-control', 'no-cache'), template, brands)
  })
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (!isStaticPath(request.raw.url ?? '')) return notFound(reply)
  })
  await app.register(fastifyStatic, {
    root: `${folder}/assets`,
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
    preCompressed: true,
  })
  // Files that people download under a lasting name, such as the payout template.
  await app.register(fastifyStatic, {
    root: `${folder}/templates`,
    prefix: '/templates/',
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  })
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain').send('not found')
}

function templateIn(folder: string, page: string): string | undefined {
  const place = `${folder}/${page}`
  return existsSync(place) ? readFileSync(place, 'utf8') : undefined
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  template: string | undefined,
  brands: BrandBook,
): FastifyReply {
  if (template === undefined) return reply.code(503).type('text/plain').send(NOT_BUILT)
  const { plat } = request.query as { plat?: unknown }
  const { page, policy } = fillPage(template, brands, { plat, hostname: request.hostname })
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)
}

/** The page for one visit: with the brand asked for or of the host name, and a nonce that only its own policy lets run. */
export function fillPage(
  template: string,
  brands: BrandBook,
  visit: { readonly plat: unknown; readonly hostname: string },
): { page: string; policy: string } {
  const brand = brands.choose(visit.plat, visit.hostname)
  const nonce = randomBytes(18).toString('base64')
  const page = template
    .replaceAll('__CSP_NONCE__', nonce)
    .replaceAll('__PLAT__', String(brand))
    .replaceAll('__TITLE__', brands.brand(brand).name)
  return { page, policy: pagePolicy(nonce) }
}

/** No inline script or style runs without the nonce of this very page. */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "worker-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
