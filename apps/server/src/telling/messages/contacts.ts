// Addresses and numbers as they are sent to, compared and refused: one form for each.
import type { MessageChannel, MessageReason } from '@routewright/contract'
import { type PhoneOrigins, readPhone } from '@routewright/contract/phone'
import { listPhoneOrigins, type PhoneProject } from '../../data/resources/phone-origins.ts'
import type { StopRow } from '../../data/stop-table.ts'

export { listPhoneOrigins } from '../../data/resources/phone-origins.ts'

const emailPattern = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\]+$/

/** The address without case and blanks, or undefined when it cannot be one. */
function readEmail(text: string): string | undefined {
  const address = text.trim().toLowerCase()
  return address.length <= 320 && emailPattern.test(address) ? address : undefined
}

/**
 * A driver's number as a gateway takes it. Without any country it goes as it is written, for gateways that know their own;
 * undefined where it cannot be a number.
 */
export function readDriverPhone(text: string, project: PhoneProject): string | undefined {
  const reading = readPhone(text, listPhoneOrigins(project))
  if (reading.state !== 'unusable') return reading.number
  return reading.why === 'country_unknown' ? bareNumber(text) : undefined
}

function bareNumber(text: string): string | undefined {
  const bare = text.trim().replace(/[\s().\-/\u00a0]/g, '')
  return /^\d{3,15}$/.test(bare) ? bare : undefined
}

export interface Contact {
  channel: MessageChannel
  /** What goes into the log when it is not usable. */
  written: string
  /** In the one form; undefined when nothing can be sent to it, for `why`. */
  address?: string
  why?: Extract<MessageReason, 'unusable' | 'country_unknown'>
  /** Its forms under which the recipient may have asked for no more messages. */
  refusedAs: string[]
}

/** Where the recipient of a stop can be reached. A number without a calling code may also be of the country of its address. */
export function contactsOf({ email, phone, location }: ContactStop, origins: PhoneOrigins): Contact[] {
  return [
    ...(email?.trim() ? [mailbox(email)] : []),
    ...(phone?.trim() ? [phoneContact(phone, [...origins, location?.country_code])] : []),
  ]
}

type ContactStop = Pick<StopRow, 'email' | 'phone'> & { location: { country_code?: string } | null }

function mailbox(email: string): Contact {
  const address = readEmail(email)
  const found = address === undefined ? { why: 'unusable' as const } : { address }
  return { channel: 'email', written: email.slice(0, 320), refusedAs: address ? [address] : [], ...found }
}

function phoneContact(phone: string, origins: PhoneOrigins): Contact {
  const reading = readPhone(phone, origins)
  const found = reading.state === 'unusable' ? { why: reading.why } : { address: reading.number }
  // Before countries were known, numbers without a calling code were kept as they were written.
  const forms = [found.address, bareNumber(phone)].filter((form) => form !== undefined)
  return { channel: 'sms', written: phone.slice(0, 320), refusedAs: forms, ...found }
}
