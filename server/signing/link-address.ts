// The address under which a freelancer opens a signing link.

import type { Settings } from '../adapters/config/settings.ts'

/** PUBLIC_URL, else the address by which whoever asks reached us, else our own. */
export function linkAddress(
  settings: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
  token: string,
  site?: string,
): string {
  return `${settings.publicUrl ?? siteOf(site) ?? `http://${settings.host}:${settings.port}`}/sign/${token}`
}

/** A request without a usable Host header names no address. */
function siteOf(site: string | undefined): string | undefined {
  return site !== undefined && URL.canParse(site) ? new URL(site).origin : undefined
}
