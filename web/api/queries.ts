// TanStack Query as the console uses it: refusals are final, a passing outage is tried twice more.

import type { AnswerOf, InputOf } from '@paywages/wire/endpoint.ts'
import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query'
import { type Callable, call } from './client.ts'
import { whenForgotten } from './known-user.ts'
import { CallRefused } from './refused.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => error instanceof CallRefused && error.outage && failures < 2,
      retryDelay: (attempt) => 600 * 2 ** attempt,
      staleTime: 0,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
})

// Nothing of one person's data may be shown to the next.
whenForgotten(() => queryClient.clear())

/** A query is known by its call's path, so that a change can refresh every list of that call. */
export function keyOf(endpoint: Callable, input?: unknown): readonly unknown[] {
  return input === undefined ? [endpoint.path] : [endpoint.path, plainly(input)]
}

/** Keys are written as JSON, which knows no bigint: an amount stands in them as its digits. */
function plainly(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  )
}

type CallOptions<E> = {
  readonly enabled?: boolean
  /** Keeps the answer to the previous question on the page until the next one is there. */
  readonly keepPrevious?: boolean
  readonly staleTime?: number
  /** Asked again after so many milliseconds, by what the last answer said; a hidden page does not ask. */
  readonly refetchEvery?: (answer: AnswerOf<E> | undefined) => number | false
}

export function useCall<E extends Callable>(endpoint: E, input: InputOf<E>, options: CallOptions<E> = {}) {
  const { refetchEvery } = options
  return useQuery<AnswerOf<E>>({
    ...queryOf(endpoint, input),
    enabled: options.enabled ?? true,
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(refetchEvery === undefined ? {} : { refetchInterval: (query) => refetchEvery(query.state.data) }),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  })
}

function queryOf<E extends Callable>(endpoint: E, input: InputOf<E>) {
  return {
    queryKey: keyOf(endpoint, input),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<AnswerOf<E>> =>
      (await call(endpoint, input, { signal })) ?? (null as AnswerOf<E>),
  }
}

/** The answer of this very moment, also for everyone who shows it: before a decision nothing old will do. */
export function fetchNow<E extends Callable>(endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> {
  return queryClient.fetchQuery({ ...queryOf(endpoint, input), staleTime: 0 })
}

/** Marks the answers of these calls as out of date. */
export async function refresh(...endpoints: readonly Callable[]): Promise<void> {
  await Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })))
}
