// Responses of an operation, read when a screen first needs them and again when they may have changed.
import type { AnswerOf, InputOf, Operation } from '@routewright/client/exchange'
import type { ServiceCallOptions } from '@routewright/client/service'
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { call } from './service.ts'

type QueryOptions<Answer, Shown> = Pick<
  UseQueryOptions<Answer, Error, Shown>,
  'enabled' | 'placeholderData' | 'refetchInterval' | 'retry' | 'select' | 'staleTime'
>

/** The input may be left out of `call` for some operations; here it is always there. */
const read = call as <Called extends Operation>(
  operation: Called,
  input: InputOf<Called>,
  how: ServiceCallOptions,
) => Promise<AnswerOf<Called>>

/**
 * `key` names the response among all that are kept: a change of records invalidates it by this key, or by its beginning.
 * `how` is what `call` takes besides.
 */
export function useAnswer<Called extends Operation, Shown = AnswerOf<Called>>(
  key: readonly unknown[],
  operation: Called,
  input: InputOf<Called>,
  { how, ...options }: QueryOptions<AnswerOf<Called>, Shown> & { how?: ServiceCallOptions } = {},
): UseQueryResult<Shown> {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => read(operation, input, { ...how, signal }), ...options })
}
