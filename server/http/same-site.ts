// Refuses state-changing requests that another site's page sent (D9).

import type { FastifyRequest } from 'fastify'
import { Refused } from '../refused.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export async function refuseCrossSite(request: FastifyRequest): Promise<void> {
  if (SAFE.has(request.method)) return
  const fetchSite = request.headers['sec-fetch-site']
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none')
    throw new Refused('cross-site')
  const { origin } = request.headers
  if (origin === undefined) return
  if (!URL.canParse(origin) || new URL(origin).host !== request.host) throw new Refused('cross-site')
}
