// Tells a statement that only reads from one that writes or locks, by its text: `query` runs without a transaction.

const BEGINS_AS_READ = /^\s*(?:select|with)\b/i
const WRITES_OR_LOCKS = new RegExp(
  [
    String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into)\b`,
    String.raw`\bupdate\s+[\w."]+(?:\s+(?:as\s+)?[\w"]+)?\s+set\b`,
    String.raw`\bfor\s+(?:no\s+key\s+)?update\b`,
    String.raw`\bfor\s+(?:key\s+)?share\b`,
  ].join('|'),
  'i',
)

/** Texts that were validated before; there are as many as the stores have queries, and long lists of ids are not kept. */
const knownReads = new Set<string>()
const MAX_KNOWN = 2_000
const MAX_KNOWN_LENGTH = 4_000

/** A write in `query` would stand although the work around it failed, so it does not run at all. */
export function requireRead(statement: string): void {
  if (knownReads.has(statement)) return
  if (!BEGINS_AS_READ.test(statement) || WRITES_OR_LOCKS.test(statement))
    throw new Error(`database.query only reads; use database.transact for: ${statement.slice(0, 200)}`)
  if (knownReads.size < MAX_KNOWN && statement.length <= MAX_KNOWN_LENGTH) knownReads.add(statement)
}
