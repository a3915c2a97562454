// What a kept message says.
import type { MessageChannel } from '@routewright/contract'
import PostalMime from 'postal-mime'
import { bodyOf } from '../../../frame/platform/outbox.ts'

/** The text of a mail (RFC 5322) or an SMS as it is kept; empty when it has none. */
export async function readMessage(channel: MessageChannel, source: string): Promise<string> {
  if (channel === 'sms') return bodyOf(source)
  const { text = '' } = await PostalMime.parse(source)
  return text.trim()
}
