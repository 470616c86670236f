// Text messages through a gateway: one signed JSON POST each (docs/OPERATIONS.md tells what it is sent).

import { signRequest } from '../bank/signature.ts'
import { SmsNotSent, type SmsPort } from './sms-port.ts'

export type GatewaySettings = {
  readonly url: string
  readonly secret: string
  readonly timeoutMs: number
}

export function openHttpGateway({ url, secret, timeoutMs }: GatewaySettings): SmsPort {
  const target = new URL(url)
  const path = target.pathname + target.search
  return {
    codesRequired: true,
    send: async ({ phone, text, reference }) => {
      const body = JSON.stringify({ phone, text, reference })
      const { headers } = signRequest(secret, { method: 'POST', path }, body, Date.now(), 'x-sms')
      const status = await post(target, { ...headers, 'content-type': 'application/json' }, body, timeoutMs)
      if (status < 200 || status > 299) throw new SmsNotSent(`http-${status}`)
    },
  }
}

async function post(
  target: URL,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<number> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(target, { method: 'POST', headers, body, redirect: 'error', signal })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    throw new SmsNotSent((error as Error).name === 'TimeoutError' ? 'timeout' : 'unreachable')
  }
}
