// What waits for this person, the most urgent first: state, words, amount, and the way to it.

import { todos as todosCall } from '@paywages/wire/workbench/endpoints.ts'
import type { Todo } from '@paywages/wire/workbench/shapes.ts'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { MoneyCell } from '../ui/display/money.tsx'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { SkeletonBar } from '../ui/feedback/skeleton-bar.tsx'
import { ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { RowAction } from '../ui/list/row-actions.tsx'
import { PageLink } from '../ui/page/page-link.tsx'
import { todoLabels as labels, todoActions, todoTags } from './labels.ts'
import { readNotice } from './read-notice.ts'
import { keyOfTodo, placeOf, todoTones, wordsOf } from './todo-words.ts'
import { useTodos } from './use-workbench.ts'
import './todo-list.css'

/** What moves money at once is done in place, by whoever knows how: the page hands it in. */
export type StartAction = (batchId: number, word: string) => ReactNode

type TodoListProps = { role: string; startAction: StartAction }

const FIRST_SHOWN = 4

export function TodoList({ role, startAction }: TodoListProps) {
  const heading = useId()
  const query = useTodos()
  const count = query.data?.count ?? 0
  const notices = query.data?.todos.filter(({ noticeId }) => noticeId !== null).length ?? 0
  return (
    <section className="todo-section" aria-labelledby={heading}>
      <div className="section-head">
        <h2 id={heading}>
          {labels.section}
          {count === 0 ? null : <span className="section-count">{count}</span>}
        </h2>
        {notices > 1 ? (
          <RowAction onClick={() => void readNotice()}>{labels.readAll}</RowAction>
        ) : (
          <span className="section-note">{role}</span>
        )}
      </div>
      {query.data !== undefined ? (
        <Todos todos={query.data.todos} count={count} startAction={startAction} />
      ) : query.isError ? (
        <ErrorBlock query={query} failure={todosCall.failure} />
      ) : (
        <TodoSkeleton />
      )}
    </section>
  )
}

type TodosProps = { todos: readonly Todo[]; count: number; startAction: StartAction }

function Todos({ todos, count, startAction }: TodosProps) {
  const [open, setOpen] = useState(false)
  if (todos.length === 0) return <NothingWaits />
  // One more than are folded away would take as much room as the button.
  const folds = todos.length > FIRST_SHOWN + 1
  const shown = folds && !open ? todos.slice(0, FIRST_SHOWN) : todos
  return (
    <>
      <ul className="todo-list">
        {shown.map((todo) => (
          <TodoRow key={keyOfTodo(todo)} todo={todo} startAction={startAction} />
        ))}
      </ul>
      {folds ? (
        <button className="todo-more" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? labels.less : labels.all(count - FIRST_SHOWN)}
        </button>
      ) : null}
      {open && count > todos.length ? (
        <p className="todo-capped">{labels.capped(todos.length, count)}</p>
      ) : null}
    </>
  )
}

function TodoRow({ todo, startAction }: { todo: Todo; startAction: StartAction }) {
  const { kind, amountFen, batchId, noticeId } = todo
  const { title, note } = wordsOf(todo, new Date())
  const { to, search } = placeOf(todo)
  return (
    <li className="todo-row">
      <span className="todo-tag">
        <StatusTag tone={todoTones[kind]}>{todoTags[kind]}</StatusTag>
      </span>
      <span className="todo-words">
        <span className="todo-title" title={title}>
          {title}
        </span>
        <span className="todo-note">{note}</span>
      </span>
      <span className="todo-amount">{amountFen === null ? null : <MoneyCell fen={amountFen} />}</span>
      <span className="todo-act">
        {kind === 'start-batch' && batchId !== null ? (
          startAction(batchId, todoActions[kind])
        ) : noticeId !== null ? (
          <RowAction onClick={() => void readNotice(noticeId)}>
            {labels.read}
            <span className="for-ears"> {title}</span>
          </RowAction>
        ) : (
          <PageLink className="todo-go" to={to} search={search}>
            {todoActions[kind]}
            <span className="for-ears"> {title}</span>
          </PageLink>
        )}
      </span>
    </li>
  )
}

function NothingWaits() {
  return (
    <div className="todo-nothing">
      <CircleCheck size={20} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <p>{labels.empty}</p>
        <p className="todo-note">{labels.emptyHint}</p>
      </div>
    </div>
  )
}

function TodoSkeleton() {
  return (
    <ul className="todo-list" aria-busy="true">
      {[0, 1, 2].map((index) => (
        <li key={index} className="todo-row">
          <SkeletonBar index={index} />
          <SkeletonBar index={index + 1} />
        </li>
      ))}
    </ul>
  )
}
