// What is wrong with a layout, in one English sentence for the log and the operator's terminal.

import type { LayoutProblem } from '@paywages/domain/tax/import-layout.ts'
import type { RefusedLayout } from '@paywages/domain/tax/layout-in-force.ts'

const SENTENCES: Readonly<Record<LayoutProblem['code'], (problem: LayoutProblem) => string>> = {
  unreadable: ({ name }) => `it cannot be read (${name})`,
  'not-json': ({ name }) => `it is no JSON object${name === '' ? '' : ` (${name})`}`,
  'unknown-setting': ({ name }) => `the setting "${name}" is unknown`,
  'wrong-setting': ({ name }) => `the setting "${name}" is missing or wrong`,
  'unknown-column-setting': ({ name, what }) => `the column "${name}" has an unknown setting "${what}"`,
  'wrong-column-setting': ({ name, what }) => `the column "${name}" has no "${what}", or a wrong one`,
  'double-heading': ({ name }) => `two columns have the heading "${name}"`,
  'unknown-field': ({ name, what }) => `the column "${name}" has the unknown field "${what}"`,
  'double-field': ({ name, what }) => `the column "${name}" has the field "${what}", as another one has`,
  'wrong-format': ({ name, what }) => `the column "${name}" cannot have the format "${what}"`,
  'missing-value': ({ name }) => `the column "${name}" needs a "value"`,
  'needless-value': ({ name }) => `the column "${name}" is filled from the records and takes no "value"`,
  'missing-column': ({ name, what }) => `the column "${name}" (field "${what}") is missing`,
  'two-for-one-day': ({ name, what }) => `"${name}" is of the same kind and from the same day, ${what}`,
}

export const layoutProblemLine = ({ file, problem }: RefusedLayout): string =>
  `The tax layout ${file} is refused: ${SENTENCES[problem.code](problem)}.`
