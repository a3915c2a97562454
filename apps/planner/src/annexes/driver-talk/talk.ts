// Messages between dispatchers and drivers, as open screens know them: read once, told of by the stream that is open anyway.
import * as operations from '@routewright/client/operations'
import type { Conversation, RouteMessage } from '@routewright/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../shell/service.ts'

/** Where no stream is open, the service is asked again so often. */
const REFRESH_MS = 30_000

const listeners = new Set<(message: RouteMessage) => void>()

/** A stream told of a message that is new, was delivered or was read. */
export function tellOfMessage(message: RouteMessage): void {
  for (const listener of listeners) listener(message)
}

/** Keeps what was read up to date by what streams tell, while the component is on screen. */
export function useToldMessages(projectId: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const listener = (message: RouteMessage) => {
      client.setQueryData<RouteMessage[]>(
        messagesKey(message.route_id),
        (known) => known && withMessage(known, message),
      )
      void client.invalidateQueries({ queryKey: ['conversations', projectId] })
    }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [client, projectId])
}

/** Pure: the message stands once, where the service has it. */
export function withMessage(known: readonly RouteMessage[], message: RouteMessage): RouteMessage[] {
  const isKnown = known.some(({ id }) => id === message.id)
  if (isKnown) return known.map((conversation) => (conversation.id === message.id ? message : conversation))
  return [...known, message].sort(byArrival)
}

function byArrival(a: RouteMessage, b: RouteMessage): number {
  return Date.parse(a.received_at) - Date.parse(b.received_at) || (a.id < b.id ? -1 : 1)
}

export const messagesKey = (routeId: string) => ['route-messages', routeId]

export function useRouteMessages(routeId: string) {
  return useQuery({
    queryKey: messagesKey(routeId),
    queryFn: ({ signal }) => call(operations.listRouteMessages, { route_id: routeId }, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
}

/** The conversations of the days around today, the newest message first. */
export function conversationsQuery(projectId: string, planId?: string) {
  const within = planId ? { plan_id: planId } : {}
  return queryOptions({
    queryKey: ['conversations', projectId, planId],
    queryFn: ({ signal }) => call(operations.listConversations, { project_id: projectId, ...within }, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

/** The conversations of one plan, by route. */
export function useConversationsOfPlan(plan: { id: string; project_id: string }) {
  const { data } = useQuery(conversationsQuery(plan.project_id, plan.id))
  return data && new Map(data.map((conversation) => [conversation.route_id, conversation]))
}

/** How a question for a sign of life stands: answered by anything that the driver wrote after it. */
export type PingState = 'sent' | 'delivered' | 'read' | 'answered'

export function findPingState({
  ping,
  driver_wrote_at,
}: Pick<Conversation, 'ping' | 'driver_wrote_at'>): PingState | undefined {
  if (!ping) return undefined
  if (driver_wrote_at && driver_wrote_at >= ping.received_at) return 'answered'
  if (ping.read_at) return 'read'
  return ping.delivered_at ? 'delivered' : 'sent'
}
