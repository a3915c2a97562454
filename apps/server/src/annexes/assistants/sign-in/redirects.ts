// Addresses that codes are sent to: which a program may register, and whether a request names one of them.
import { SignInRefusal } from './refusals.ts'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Schemes that browsers or systems act on by themselves; every other one may belong to a program on the person's device. */
const systemSchemes = /^(about|blob|data|file|filesystem|ftp|javascript|mailto|tel|vbscript|view-source|ws|wss):$/

/** Throws invalid_redirect_uri for an address that a code must not be sent to. */
export function requireRedirect(uri: string, place: string): void {
  const refuse = (reason: string) => new SignInRefusal('invalid_redirect_uri', `${place}: ${reason}`)
  if (!URL.canParse(uri)) throw refuse('must be an absolute address')
  const { protocol, hostname, hash, username, password } = new URL(uri)
  if (hash !== '' || uri.includes('#')) throw refuse('must have no fragment')
  if (username !== '' || password !== '') throw refuse('must hold no user and no password')
  if (systemSchemes.test(protocol)) throw refuse(`must not begin with ${protocol}`)
  if (protocol === 'http:' && !loopback.has(hostname)) throw refuse('must be https, or http on this device (127.0.0.1)')
}

/** Whether a request names a registered address. On the person's own device any port will do (RFC 8252, 7.3). */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  return registered.includes(uri) || registered.some((known) => isSameOnDevice(uri, known))
}

function isSameOnDevice(uri: string, registered: string): boolean {
  if (!URL.canParse(uri)) return false
  const [asked, known] = [new URL(uri), new URL(registered)]
  if (known.protocol !== 'http:' || !loopback.has(known.hostname)) return false
  asked.port = known.port
  return asked.href === known.href
}

/** What people are shown of it: a host, or the scheme of a program. */
export function hostOfRedirect(uri: string): string {
  const { host, protocol } = new URL(uri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1)
}

/** The address with parameters added to its query. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const address = new URL(uri)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) address.searchParams.set(name, value)
  }
  return address.href
}
