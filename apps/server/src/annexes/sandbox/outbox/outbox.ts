// The text of a kept message.
import type { MessageChannel } from '@routewright/contract'
import PostalMime from 'postal-mime'
import { getBody } from '../../../frame/platform/outbox.ts'

/** Returns the text of a stored mail (RFC 5322) or SMS; empty when it has none. */
export async function readMessage(channel: MessageChannel, source: string): Promise<string> {
  if (channel === 'sms') return getBody(source)
  const { text = '' } = await PostalMime.parse(source)
  return text.trim()
}
