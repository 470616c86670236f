/** The walls between rooms and slices, as data: who may import whom. ARCHITECTURE.md draws the same picture of the rooms. */

/** Which other rooms and which packages a room may import; ARCHITECTURE.md draws the same picture. */
export type Room = { rooms: string[]; packages: string[] | 'any'; node: boolean }
export const rooms: Readonly<Record<string, Room>> = {
  domain: { rooms: [], packages: [], node: false },
  wire: { rooms: ['domain'], packages: ['zod'], node: false },
  server: { rooms: ['domain', 'wire'], packages: 'any', node: true },
  web: { rooms: ['domain', 'wire'], packages: 'any', node: false },
  'sandbox-bank': { rooms: [], packages: 'any', node: true },
  e2e: { rooms: [], packages: 'any', node: true },
  bench: { rooms: ['domain', 'wire', 'server'], packages: 'any', node: true },
  scripts: { rooms: ['domain', 'wire', 'server'], packages: 'any', node: true },
}

/** Inside a room: floors are open to all its slices; every other arrow between slices is listed or forbidden. */
export type Inside = {
  /** What the files that lie in the room itself may import, where slices stand on them. */
  ground?: string[]
  floors: string[]
  composers: string[]
  arrows: Readonly<Record<string, string[]>>
  /** A slice's face: the files that other slices may import, where an arrow leads to it. Tests may look behind it. */
  faces?: Readonly<Record<string, string[]>>
  /** A slice that is a bundle of its own: these files of other slices and these packages, and nothing imports it. */
  apart?: Readonly<Record<string, { files: RegExp; packages: string[] }>>
}
export const insides: Readonly<Record<string, Inside>> = {
  server: {
    ground: ['adapters'],
    floors: ['adapters', 'http', 'audit-log', 'exports'],
    composers: ['testing', 'processes'],
    arrows: {
      payouts: ['approvals', 'proposals', 'factors', 'limits', 'providers', 'freelancers', 'files'],
      invariants: ['factors', 'payouts', 'proposals', 'recharges', 'transfers'],
      transfers: ['ledger', 'payouts', 'proposals', 'providers', 'freelancers', 'files'],
      'bank-files': ['transfers', 'payouts', 'files', 'providers', 'proposals', 'bank-statements'],
      recharges: ['ledger', 'factors', 'files', 'bank-statements', 'providers'],
      funds: ['ledger', 'payouts'],
      'bank-statements': ['payouts', 'files', 'transfers'],
      workbench: [
        'payouts',
        'proposals',
        'personal',
        'ledger',
        'recharges',
        'transfers',
        'files',
        'bank-files',
        'signing',
        'enterprise-contracts',
        'invoices',
        'tax',
      ],
      'enterprise-contracts': ['files', 'invoice-categories', 'providers'],
      'invoice-stock': ['providers'],
      invoices: ['files', 'invoice-categories', 'invoice-stock'],
      tax: ['files', 'providers', 'freelancers', 'payouts'],
      freelancers: ['files', 'providers'],
      signing: ['files', 'freelancers', 'payouts', 'providers', 'session'],
      session: ['accounts', 'proposals'],
      factors: ['session', 'accounts', 'proposals'],
      accounts: ['proposals', 'providers'],
      providers: ['proposals'],
      proposals: ['files'],
      approvals: ['proposals'],
      retention: ['files', 'freelancers', 'payouts', 'proposals', 'signing', 'transfers'],
      adapters: [],
      http: ['adapters'],
      'audit-log': ['adapters', 'http'],
      exports: ['adapters', 'http', 'audit-log'],
    },
    faces: {
      accounts: ['judge-password.ts', 'store.ts'],
      approvals: ['store.ts'],
      'enterprise-contracts': ['contract-list-store.ts'],
      files: [
        'accept-file.ts',
        'local-copy.ts',
        'missing-store.ts',
        'receive-file.ts',
        'received-sheet.ts',
        'refuse-active-pdf.ts',
        'store-made-file.ts',
        'store.ts',
      ],
      factors: ['passkey-store.ts', 'passkeys.ts', 'sign-key-change.ts'],
      freelancers: ['erasure-store.ts', 'known-store.ts', 'list-store.ts', 'person-store.ts', 'store.ts'],
      'invoice-categories': ['store.ts'],
      'invoice-stock': ['store.ts'],
      invoices: ['quota-store.ts', 'waiting-store.ts'],
      ledger: ['post-entries.ts', 'store.ts'],
      payouts: [
        'account-pairs.ts',
        'approval-demand.ts',
        'approval-store.ts',
        'batch-list-store.ts',
        'batch-store.ts',
        'content-digest-store.ts',
        'content-hash.ts',
        'decide-batch.ts',
        'day-store.ts',
        'erasure-store.ts',
        'find-broken-seal.ts',
        'layout-store.ts',
        'month-people-store.ts',
        'pair-store.ts',
        'people-store.ts',
        'provisional-tax.ts',
        'refresh-vat.ts',
        'register-people.ts',
        'row-outcome-store.ts',
        'schedule-store.ts',
        'ordered-rows-store.ts',
        'seal-row.ts',
        'signed-decision.ts',
        'signing-counts.ts',
        'starting-store.ts',
        'tax-history-store.ts',
        'waiting-store.ts',
      ],
      personal: ['full-read-store.ts'],
      proposals: ['notice-store.ts', 'propose.ts', 'proposal-kind.ts', 'store.ts', 'sign-confirmation.ts'],
      providers: ['store.ts'],
      recharges: ['waiting-store.ts', 'credit-reads.ts', 'receiver-accounts.ts', 'signature-store.ts'],
      'bank-files': ['waiting-store.ts'],
      'bank-statements': ['read-stored.ts', 'store-statement.ts'],
      session: ['describe-person.ts', 'login-door.ts', 'login-place.ts', 'store.ts', 'validate-attempt.ts'],
      signing: ['contract-actions-store.ts', 'contract-list-store.ts', 'erasure-store.ts'],
      tax: [
        'adjustments/adjustment-store.ts',
        'periods/waiting-choice-store.ts',
        'provider-proofs/proof-list-store.ts',
      ],
      transfers: [
        'apply-bank-updates.ts',
        'approved-orders.ts',
        'compare-payees.ts',
        'explained-debit-store.ts',
        'file-channel.ts',
        'gate-store.ts',
        'note-restore.ts',
        'history-store.ts',
        'pause-batch.ts',
        'queue-pause-store.ts',
        'read-sending.ts',
        'reference-store.ts',
        'sending-server.ts',
        'start-batch.ts',
        'tax-history-store.ts',
        'waiting-store.ts',
      ],
    },
  },
  web: {
    // The kit knows no business; what several slices show of the same record stands on floors above it.
    floors: ['ui', 'api', 'brand', 'records', 'payout-record', 'invitations', 'failed-rows', 'passwords'],
    composers: ['app'],
    arrows: {
      ui: ['api'],
      api: [],
      brand: [],
      records: ['ui', 'api'],
      'payout-record': ['ui', 'api', 'records', 'failed-rows'],
      invitations: ['ui', 'api'],
      'failed-rows': ['ui', 'api', 'invitations'],
      passwords: [],
    },
    apart: {
      sign: {
        files:
          /^web\/(api\/(client|refused|transfer-files)\.ts|brand\/(logo\.tsx|apply-brand\.ts|inter\.css|tokens\.css))$/,
        packages: ['react', 'react-dom', 'zod'],
      },
    },
  },
}
