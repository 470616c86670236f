// Who bears the VAT of people above the threshold, as a provider sets it; only where it is the person, anything is withheld.

/** report: told and left open; provider: borne by the company that paid; person: withheld from what is paid. */
export const VAT_BEARERS = ['report', 'provider', 'person'] as const
export type VatBearer = (typeof VAT_BEARERS)[number]

export const DEFAULT_VAT_BEARER: VatBearer = 'report'
