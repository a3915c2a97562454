// The messages of a route as the phone shows them: what the service has, in its order, then what still waits here. Pure functions.
import type { RouteMessage } from '@routewright/contract'
import type { QueuedItem } from '../store/database.ts'

export interface ShownMessage {
  id: string
  /** The phone's own id of its picture, while the phone has it. */
  pictureId?: string
  isOwn: boolean
  isPing: boolean
  created_at: string
  state: 'waiting' | 'refused' | 'sent' | 'read' | 'received'
  author?: string
  text?: string
  stop_id?: string
  /** Where the service has the picture, once it came. */
  imageUrl?: string
  awaitsImage: boolean
}

export interface Conversation {
  messages: ShownMessage[]
  /** The dispatcher's that the driver has not seen, oldest first. */
  unread: RouteMessage[]
}

export function getConversation(kept: readonly RouteMessage[], queued: readonly QueuedItem[]): Conversation {
  const stored = [...kept].sort(byArrival)
  const known = new Set(stored.map(({ client_id }) => client_id))
  const waiting = queued.flatMap((item) =>
    item.kind === 'message' && !known.has(item.id) ? [waitingMessage(item)] : [],
  )
  return {
    messages: [...stored.map(storedMessage), ...waiting],
    unread: stored.filter(({ sender, read_at }) => sender === 'dispatcher' && !read_at),
  }
}

function byArrival(a: RouteMessage, b: RouteMessage): number {
  const difference = Date.parse(a.received_at) - Date.parse(b.received_at)
  return difference || (a.id < b.id ? -1 : 1)
}

function storedMessage(message: RouteMessage): ShownMessage {
  const isOwn = message.sender === 'driver'
  const { id, created_at, text, author, stop_id, image, awaits_image } = message
  const state = isOwn ? (message.read_at ? 'read' : 'sent') : 'received'
  return {
    id,
    isOwn,
    created_at,
    state,
    isPing: message.kind === 'ping',
    awaitsImage: awaits_image,
    ...(text ? { text } : {}),
    ...(author ? { author } : {}),
    ...(stop_id ? { stop_id } : {}),
    ...(image && !awaits_image ? { imageUrl: image.url } : {}),
  }
}

function waitingMessage(item: QueuedItem & { kind: 'message' }): ShownMessage {
  const { text, stop_id, image_client_id, at } = item.body
  return {
    id: item.id,
    isOwn: true,
    isPing: false,
    awaitsImage: image_client_id !== undefined,
    created_at: at ?? new Date(item.created_at).toISOString(),
    state: item.state === 'refused' ? 'refused' : 'waiting',
    ...(text ? { text } : {}),
    ...(stop_id ? { stop_id } : {}),
    ...(image_client_id ? { pictureId: image_client_id } : {}),
  }
}
