// Where a policy is found: the page's address names a provider or a platform.

export const POLICIES_PAGE = '/approvalpolicies'

export function policyAddress(of: 'provider' | 'platform', id: number): Record<string, string> {
  return of === 'provider' ? { providerId: String(id) } : { platformId: String(id) }
}
