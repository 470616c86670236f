// What a passkey signs before a proposal is confirmed: one text, from which anybody can make the digest without a secret (ADR 97).

type Facts = Readonly<Record<string, unknown>>

export type ConfirmedProposal = {
  readonly proposalId: number
  readonly kind: string
  readonly providerId: number
  readonly accountId: number | null
  readonly proposedBy: number
  readonly before: Facts
  readonly after: Facts
}

/** A change of this form is a new number in its first line. Facts stand in the order of their names, however they were stored. */
export function confirmationText(
  proposal: ConfirmedProposal,
  confirmed: { readonly accountId: number; readonly at: Date },
): string {
  return [
    'paywages proposal 1',
    `proposal ${proposal.proposalId}`,
    `kind ${proposal.kind}`,
    `provider ${proposal.providerId}`,
    `about ${proposal.accountId ?? 'nobody'}`,
    `proposer ${proposal.proposedBy}`,
    `account ${confirmed.accountId}`,
    `at ${confirmed.at.toISOString()}`,
    `before ${factsText(proposal.before)}`,
    `after ${factsText(proposal.after)}`,
  ].join('\n')
}

const factsText = (facts: Facts): string =>
  JSON.stringify(
    Object.keys(facts)
      .sort()
      .map((name) => [name, String(facts[name])]),
  )
