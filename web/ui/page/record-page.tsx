// A page about one record: waits with a skeleton, says what went wrong, and shows it once it is there.

import type { AnswerOf, InputOf } from '@paywages/wire/endpoint.ts'
import { Button } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import type { Callable } from '../../api/client.ts'
import { useCall } from '../../api/queries.ts'
import { CallRefused } from '../../api/refused.ts'
import { DescriptionSkeleton } from '../display/description-list.tsx'
import { ErrorBlock } from '../feedback/state-blocks.tsx'
import { uiLabels } from '../labels.ts'
import { useGo } from './address.ts'
import { usePageWords } from './page-context.ts'
import { PageTitle } from './page-title.tsx'

type RecordPageProps<E extends Callable> = {
  endpoint: E
  /** Undefined when the address names no record. */
  input: InputOf<E> | undefined
  skeletonRows: number
  /** Stands for the plain skeleton where the page has a form of its own. */
  skeleton?: ReactNode
  children: (record: AnswerOf<E> & object) => ReactNode
}

/** Of an address that names none. */
export const NO_SUCH_RECORD = new CallRefused({
  code: 'not-found',
  status: 404,
  http: 404,
  msg: uiLabels.missing,
})

/** Of a record that is no more, with the way back to the list it would stand in. */
export function RecordError(error: Pick<ComponentProps<typeof ErrorBlock>, 'query' | 'failure'>) {
  const { above } = usePageWords()
  const go = useGo()
  const back = above && <Button onClick={() => go(above.path)}>{uiLabels.backTo(above.title)}</Button>
  return <ErrorBlock {...error} whenMissing={back} />
}

export function RecordPage<E extends Callable>({
  endpoint,
  input,
  skeletonRows,
  skeleton = <DescriptionSkeleton rows={skeletonRows} />,
  children,
}: RecordPageProps<E>) {
  const query = useCall(endpoint, input ?? ({} as InputOf<E>), { enabled: input !== undefined })
  const error = input === undefined ? NO_SUCH_RECORD : query.error
  if (query.data && error === null) return children(query.data as AnswerOf<E> & object)
  return (
    <>
      <PageTitle />
      {error === null ? skeleton : <RecordError query={{ ...query, error }} failure={endpoint.failure} />}
    </>
  )
}
