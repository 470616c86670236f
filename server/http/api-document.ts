// The API as an OpenAPI 3.1 document and as a plain page, both made from the declarations.

import type { Endpoint } from '@paywages/wire/endpoint.ts'
import { API_PREFIX, everyEndpoint } from '@paywages/wire/endpoints.ts'
import { refusals } from '@paywages/wire/refusals.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

type Json = Record<string, unknown>

const schemaOf = (type: z.ZodType): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Json
  return schema
}

export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of everyEndpoint()) {
    const path = API_PREFIX + endpoint.path
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Paywages',
      version: '1',
      description: 'Every reply is an envelope; status 0 is success.',
    },
    paths,
    components: {
      schemas: { Refusal: REFUSAL },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'paywages_session' } },
    },
  }
}

const REFUSAL: Json = {
  type: 'object',
  required: ['status', 'code', 'msg', 'data'],
  properties: {
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(refusals) },
    msg: { type: 'string' },
    data: { type: 'null' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, msg: { type: 'string' } } },
    },
  },
}

function describe(name: string, endpoint: Endpoint): Json {
  return {
    operationId: name,
    summary: endpoint.purpose,
    'x-right': endpoint.right,
    'x-scope': endpoint.scope,
    ...(endpoint.right === 'public' ? {} : { security: [{ session: [] }] }),
    ...(endpoint.method === 'GET' ? { parameters: parameters(endpoint) } : { requestBody: body(endpoint) }),
    responses: {
      200: { description: 'Success', content: replyContent(endpoint) },
      default: {
        description: 'Refusal',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  }
}

function parameters(endpoint: Endpoint): Json[] {
  const schema = schemaOf(endpoint.input)
  const required = new Set((schema.required as string[] | undefined) ?? [])
  return Object.entries((schema.properties as Record<string, Json> | undefined) ?? {}).map(
    ([name, property]) => ({
      name,
      in: 'query',
      required: required.has(name),
      schema: property,
    }),
  )
}

function body(endpoint: Endpoint): Json {
  const schema = schemaOf(endpoint.input)
  if (!endpoint.upload) return { content: { 'application/json': { schema } } }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const properties = { ...(schema.properties as Json), [endpoint.upload.field]: file }
  return { content: { 'multipart/form-data': { schema: { ...schema, properties } } } }
}

function replyContent(endpoint: Endpoint): Json {
  const { reply } = endpoint
  if (reply.form === 'download') return { 'application/octet-stream': {} }
  const data =
    reply.form === 'data'
      ? schemaOf(reply.data)
      : reply.form === 'list'
        ? { type: 'array', items: schemaOf(reply.row) }
        : { type: 'null' }
  const counted = reply.form === 'list' || (reply.form === 'data' && reply.counted)
  const count = counted ? { count: { type: 'integer' } } : {}
  const properties = { status: { const: 0 }, msg: { const: '' }, data, ...count }
  return { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } }
}

/** Made when first asked for, as most processes never are: it takes longer than all else that a start does. */
const made: { document?: Json; page?: string } = {}
const documentOnce = (): Json => (made.document ??= openApiDocument())
const pageOnce = (): string => (made.page ??= documentPage())

export function serveApiDocument(app: FastifyInstance): void {
  app.get(`${API_PREFIX}/docs.json`, async () => documentOnce())
  app.get(`${API_PREFIX}/docs`, async (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) return documentOnce()
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .send(pageOnce())
  })
}

/** No script and no style: readable in any browser under the strictest policy. */
function documentPage(): string {
  const rows = everyEndpoint().map(([name, endpoint]) => {
    const scope = scopeText(endpoint.scope)
    const details = `<details><summary>request, reply</summary><pre>${escapeHtml(JSON.stringify(describe(name, endpoint), null, 2))}</pre></details>`
    return `<tr><td><code>${endpoint.method} ${API_PREFIX}${endpoint.path}</code></td><td>${escapeHtml(endpoint.purpose)}${details}</td><td>${endpoint.right}</td><td>${escapeHtml(scope)}</td></tr>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Paywages API</title></head><body><h1>Paywages API</h1>
<p>Every reply is an envelope: <code>{status: 0, msg, data, count?}</code>, or a refusal <code>{status, code, msg, data: null, errors?}</code>. The whole document: <a href="${API_PREFIX}/docs.json">OpenAPI 3.1</a>.</p>
<table border="1" cellpadding="6"><thead><tr><th>Call</th><th>Purpose</th><th>Right</th><th>Scope</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></body></html>`
}

function scopeText(scope: Endpoint['scope']): string {
  if (scope.rule !== 'record') return scope.rule
  return 'kind' in scope ? `record: ${scope.kind}` : `record: as named in ${scope.kindAt}`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
