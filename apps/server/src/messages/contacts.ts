// Addresses and numbers as they are sent to, compared and refused: one form for each.
import type { MessageChannel } from '@routewright/contract'
import type { StopRow } from '../data/stop-table.ts'

const emailPattern = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\]+$/

/** The address without case and blanks, or undefined when it cannot be one. */
function readEmail(text: string): string | undefined {
  const address = text.trim().toLowerCase()
  return address.length <= 320 && emailPattern.test(address) ? address : undefined
}

/**
 * +4235550101, or undefined when it cannot be a number. A number without + or 00 gets the calling code, without its leading
 * zero; without a calling code it goes as it is, for gateways that know their country.
 */
export function readPhone(text: string, callingCode: string | undefined): string | undefined {
  const bare = text.trim().replace(/[\s().\-/\u00a0]/g, '')
  const international = bare.startsWith('00') ? `+${bare.slice(2)}` : bare
  if (!/^\+?\d{3,15}$/.test(international)) return undefined
  if (international.startsWith('+') || !callingCode) return international
  return callingCode + international.replace(/^0/, '')
}

export interface Contact {
  channel: MessageChannel
  /** What goes into the log when it is not usable. */
  written: string
  /** In the one form; undefined when nothing can be sent to it. */
  address?: string
}

/** Where the recipient of a stop can be reached. */
export function contactsOf(stop: StopRow, callingCode: string | undefined): Contact[] {
  const { email, phone } = stop
  return [
    ...(email?.trim() ? [{ channel: 'email' as const, written: email.slice(0, 320), address: readEmail(email) }] : []),
    ...(phone?.trim()
      ? [{ channel: 'sms' as const, written: phone.slice(0, 320), address: readPhone(phone, callingCode) }]
      : []),
  ]
}
