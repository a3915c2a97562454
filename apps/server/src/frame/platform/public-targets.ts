// Where requests of users' choosing may go (webhooks, SMS gateways): public addresses only, decided on the address that is really connected to (against SSRF).
import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector } from 'undici'

export class ForbiddenTarget extends Error {
  constructor(address: string) {
    super(`the receiver's address ${address} is not a public one`)
  }
}

/** Whether the literal address is public unicast; mapped and translated IPv4 forms count as the IPv4 address inside. */
export function isPublicAddress(address: string): boolean {
  const text = address.replace(/%.*$/, '')
  if (!ipaddr.isValid(text)) return false
  const parsed = ipaddr.process(text)
  if (parsed.range() !== 'unicast') return false
  if (parsed.kind() === 'ipv4') return true
  const embedded = embeddedIpv4((parsed as ipaddr.IPv6).toByteArray())
  return embedded === undefined || ipaddr.fromByteArray(embedded).range() === 'unicast'
}

/** The IPv4 address inside NAT64 (64:ff9b::/96), 6to4 (2002::/16) and IPv4-compatible (::/96) addresses. */
function embeddedIpv4(bytes: number[]): number[] | undefined {
  const startsWith = (...prefix: number[]) => prefix.every((byte, index) => bytes[index] === byte)
  if (startsWith(0x20, 0x02)) return bytes.slice(2, 6)
  if (startsWith(0x00, 0x64, 0xff, 0x9b)) return bytes.slice(12)
  if (bytes.slice(0, 12).every((byte) => byte === 0)) return bytes.slice(12)
  return undefined
}

/** The host of a URL as a literal address, or undefined for a name. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : undefined
}

/** Why nothing may be sent to an address of somebody's choosing; undefined where it may. A name is judged again when it is connected to. */
export function targetTrouble(text: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(text)) return 'must be an absolute address, https://…'
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowPrivate)) {
    return allowPrivate ? 'must begin with https:// or http://' : 'must begin with https://'
  }
  if (url.username || url.password) return 'must not carry a user name or password; put a token in the path'
  const literal = literalAddress(url)
  if (literal && !allowPrivate && !isPublicAddress(literal)) return `${literal} is not a public address`
  return undefined
}

type Resolve = (
  host: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** The system's resolver; tests bring their own, to rebind a name between two look-ups. */
const systemResolve: Resolve = (host, callback) => dnsLookup(host, { all: true, verbatim: true }, callback)

/**
 * Creates a pool of connections to public addresses only: literal addresses are checked before connecting, names after their
 * look-up, and the peer of every opened socket again. `allowPrivate` (development, tests) disables this. The pool is unlimited,
 * since many receivers may share a host and a hanging one would hold up the others: callers limit their own concurrency.
 */
export function createOutgoingAgent(allowPrivate: boolean, resolve: Resolve = systemResolve): Agent {
  const options = { pipelining: 1, headersTimeout: 15_000, bodyTimeout: 15_000, maxHeaderSize: 32_768 }
  if (allowPrivate) return new Agent({ ...options, connect: { timeout: 10_000 } })
  const connector = buildConnector({ timeout: 10_000, lookup: publicLookup(resolve) as never })
  return new Agent({
    ...options,
    connect(target, callback) {
      const host = target.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) && !isPublicAddress(host)) return callback(new ForbiddenTarget(host), null)
      connector(target, (error, socket) => {
        if (error) return callback(error, null)
        const peer = (socket as Socket).remoteAddress ?? ''
        if (isPublicAddress(peer)) return callback(null, socket as Socket)
        ;(socket as Socket).destroy()
        callback(new ForbiddenTarget(peer), null)
      })
    },
  })
}

/** The pools for both kinds of targets; each is opened when it is first asked for. */
export interface OutgoingAgents {
  find(allowPrivate: boolean): Agent
  destroy(): Promise<void>
}

export function createOutgoingAgents(): OutgoingAgents {
  const agents = new Map<boolean, Agent>()
  return {
    find(allowPrivate) {
      const agent = agents.get(allowPrivate) ?? createOutgoingAgent(allowPrivate)
      agents.set(allowPrivate, agent)
      return agent
    },
    async destroy() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

/**
 * Returns options for `net.connect` and `tls.connect`, in addition to host and port, that restrict other connections than HTTP to
 * public addresses. Throws ForbiddenTarget for a literal address that is not public; a name is checked when it is looked up.
 */
export function publicConnectOptions(host: string, allowPrivate: boolean): { lookup?: LookupFunction } {
  if (allowPrivate) return {}
  if (isIP(host) && !isPublicAddress(host)) throw new ForbiddenTarget(host)
  return { lookup: publicLookup(systemResolve) }
}

function publicLookup(resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const forbidden = addresses.find(({ address }) => !isPublicAddress(address))
      const first = addresses[0]
      if (forbidden || !first) return callback(new ForbiddenTarget(forbidden?.address ?? host), '', 0)
      if (options.all) return callback(null, addresses as never, 0)
      callback(null, first.address, first.family)
    })
  }
}
