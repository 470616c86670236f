// Substring search that treats what people type as plain text.

/** `%` and `_` typed by a person stand for themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
