// Ticks of a list, for acts on several rows at once; rows of other pages stay chosen.

import { Checkbox } from 'antd'

export type Choice<Row> = {
  readonly chosen: readonly Row[]
  readonly onChoose: (rows: readonly Row[]) => void
  readonly mayChoose: (row: Row) => boolean
  /** What the tick of one row is for, for those who hear the page. */
  readonly label: (row: Row) => string
  readonly allLabel: string
}

type Key<Row> = (row: Row) => string | number

function keysOf<Row>({ chosen }: Choice<Row>, rowKey: Key<Row>): ReadonlySet<string | number> {
  return new Set(chosen.map(rowKey))
}

type ChooseAllProps<Row> = { choice: Choice<Row>; rows: readonly Row[]; rowKey: Key<Row> }

/** The box in the head: every row of this page that may be chosen. */
export function ChooseAll<Row>({ choice, rows, rowKey }: ChooseAllProps<Row>) {
  const keys = keysOf(choice, rowKey)
  const open = rows.filter(choice.mayChoose)
  const missing = open.filter((row) => !keys.has(rowKey(row)))
  const here = new Set(open.map(rowKey))

  function choose(all: boolean) {
    const others = choice.chosen.filter((row) => !here.has(rowKey(row)))
    choice.onChoose(all ? [...choice.chosen, ...missing] : others)
  }

  return (
    <Checkbox
      aria-label={choice.allLabel}
      disabled={open.length === 0}
      checked={open.length > 0 && missing.length === 0}
      indeterminate={missing.length > 0 && missing.length < open.length}
      onChange={({ target }) => choose(target.checked)}
    />
  )
}

export function ChooseOne<Row>({ choice, row, rowKey }: { choice: Choice<Row>; row: Row; rowKey: Key<Row> }) {
  const key = rowKey(row)
  const isChosen = choice.chosen.some((other) => rowKey(other) === key)
  return (
    <Checkbox
      aria-label={choice.label(row)}
      disabled={!choice.mayChoose(row)}
      checked={isChosen}
      onChange={({ target }) =>
        choice.onChoose(
          target.checked ? [...choice.chosen, row] : choice.chosen.filter((other) => rowKey(other) !== key),
        )
      }
    />
  )
}
