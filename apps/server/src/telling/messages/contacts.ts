// The normalized form of addresses and numbers, in which they are used, compared and refused.
import type { MessageChannel, MessageReason } from '@routewright/contract'
import { type PhoneOrigins, readPhone } from '@routewright/contract/phone'
import { listPhoneOrigins, type PhoneProject } from '../../data/resources/phone-origins.ts'
import type { StopRow } from '../../data/stop-table.ts'

export { listPhoneOrigins } from '../../data/resources/phone-origins.ts'

const emailPattern = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\]+$/

/** Returns the address without case and blanks, or undefined when it cannot be one. */
function readEmail(text: string): string | undefined {
  const address = text.trim().toLowerCase()
  return address.length <= 320 && emailPattern.test(address) ? address : undefined
}

/**
 * Returns a driver's number in the gateways' format. Without any country the number stays as written, for gateways that know
 * their own country; undefined where it cannot be a number.
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
  /** The written form, for the log when it is not usable. */
  written: string
  /** Normalized form; undefined when nothing can be sent to it, with the reason in `why`. */
  address?: string
  why?: Extract<MessageReason, 'unusable' | 'country_unknown'>
  /** Forms under which the recipient may have unsubscribed. */
  refusedAs: string[]
}

/** Returns the contacts of a stop's recipient. A number without a calling code may also be of the country of the stop's address. */
export function listContacts({ email, phone, location }: ContactStop, origins: PhoneOrigins): Contact[] {
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
  // Before countries were known, numbers without a calling code were stored as written.
  const forms = [found.address, bareNumber(phone)].filter((form) => form !== undefined)
  return { channel: 'sms', written: phone.slice(0, 320), refusedAs: forms, ...found }
}
