// The bell of the top bar: how much waits for this person, the most urgent of it at a click, the rest on the workbench.

import type { Todo } from '@paywages/wire/workbench/shapes.ts'
import { Popover } from 'antd'
import { Bell } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { MoneyCell } from '../ui/display/money.tsx'
import { PageLink } from '../ui/page/page-link.tsx'
import { bellLabels as labels, todoLabels, todoTags } from './labels.ts'
import { readNotice } from './read-notice.ts'
import { keyOfTodo, placeOf, wordsOf } from './todo-words.ts'
import { useFreshAfterChanges, useTodos } from './use-workbench.ts'
import './todo-bell.css'

const WORKBENCH_PAGE = '/layout'
const MAX_SHOWN = 5
const MAX_COUNTED = 99

export function TodoBell() {
  useFreshAfterChanges()
  const query = useTodos()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const count = query.data?.count ?? 0
  const notices = query.data?.todos.filter(({ noticeId }) => noticeId !== null).length ?? 0

  function closeByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    button.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what stands open inside.
    <span className="bell" onKeyDown={closeByKey}>
      <Popover
        trigger="click"
        placement="bottomRight"
        arrow={false}
        open={open}
        onOpenChange={setOpen}
        destroyOnHidden
        // Behind the button in the document too, so that Tab goes on into it.
        getPopupContainer={(node) => node.parentElement ?? document.body}
        content={
          <div className="bell-list">
            <p className="bell-title">
              {labels.title}
              {notices === 0 ? null : (
                <button className="bell-retry" type="button" onClick={() => void readNotice()}>
                  {todoLabels.readAll}
                </button>
              )}
            </p>
            {query.data === undefined && query.isError ? (
              <p className="bell-empty">
                {labels.failed}{' '}
                <button className="bell-retry" type="button" onClick={() => void query.refetch()}>
                  {labels.retry}
                </button>
              </p>
            ) : (
              <BellItems todos={query.data?.todos ?? []} onGo={() => setOpen(false)} />
            )}
            <PageLink className="bell-all" to={WORKBENCH_PAGE} onClick={() => setOpen(false)}>
              {labels.all}
            </PageLink>
          </div>
        }
      >
        <button
          ref={button}
          className="bell-button"
          type="button"
          aria-label={labels.name(count)}
          aria-expanded={open}
        >
          <Bell size={16} strokeWidth={1.75} aria-hidden="true" />
          {count === 0 ? null : (
            <span className="bell-count" aria-hidden="true">
              {count > MAX_COUNTED ? `${MAX_COUNTED}+` : count}
            </span>
          )}
        </button>
      </Popover>
    </span>
  )
}

function BellItems({ todos, onGo }: { todos: readonly Todo[]; onGo: () => void }) {
  if (todos.length === 0) return <p className="bell-empty">{todoLabels.empty}</p>
  const now = new Date()
  return (
    <ul>
      {todos.slice(0, MAX_SHOWN).map((todo) => {
        const { title, note } = wordsOf(todo, now)
        return (
          <li key={keyOfTodo(todo)}>
            <PageLink className="bell-item" {...placeOf(todo)} onClick={onGo}>
              <span className="bell-item-title">
                {todoTags[todo.kind]}
                <b>{title}</b>
              </span>
              {todo.amountFen === null ? null : <MoneyCell fen={todo.amountFen} />}
              <span className="bell-note">{note}</span>
            </PageLink>
          </li>
        )
      })}
    </ul>
  )
}
