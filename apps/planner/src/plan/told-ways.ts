// Channels by which a recipient is told of a stop's progress.
import type { MessageKind, RecipientSettings, Stop } from '@routewright/contract'

type Told = Pick<RecipientSettings, 'messages' | 'channels'>

/** Whether the project sends this message at all, to recipients who can be reached. */
export function isTold({ messages, channels }: Told, kind: MessageKind | undefined): boolean {
  return listToldWays({ messages, channels }, { email: 'any', phone: 'any' }, kind).length > 0
}

/** Lists the ways that the project sends this message by and that both the service and the stop have; none for no message. */
export function listToldWays(
  { messages, channels }: Told,
  { email, phone }: Pick<Stop, 'email' | 'phone'>,
  kind: MessageKind | undefined,
): ('email' | 'sms')[] {
  const rule = kind && messages.kinds[kind]
  const isSent = { email: rule?.email && channels.email && email, sms: rule?.sms && channels.sms && phone }
  return (['email', 'sms'] as const).filter((way) => isSent[way])
}
