// One call of a shop over HTTP: allowed targets, timeouts, and what counts as a response.
import { type Dispatcher, request } from 'undici'

export interface ShopRequest {
  method: 'GET' | 'POST' | 'PUT'
  /** Path after the shop's address, with a leading slash. */
  path: string
  headers?: Record<string, string>
  /** A text is sent unchanged, anything else as JSON. */
  body?: unknown
}

export interface ShopAnswer {
  status: number
  /** Parsed JSON; the text where it is none. */
  body: unknown
}

/** Calls the shop at its address, with its credentials; throws ShopRefused for any response that is not 2xx. */
export type CallShop = (request: ShopRequest) => Promise<ShopAnswer>

/** A refusal by the shop, in words for the log. */
export class ShopRefused extends Error {}

const mostBytes = 1_048_576

/** `signal` ends everything that one telling asks for. Redirects are not followed: they would take the secret elsewhere. */
export function createShopCall(
  dispatcher: Dispatcher,
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): CallShop {
  const base = url.replace(/\/+$/, '')
  return async ({ method, path, headers: more, body }) => {
    const isText = typeof body === 'string'
    const answer = await request(base + path, {
      dispatcher,
      method,
      signal,
      headers: {
        accept: 'application/json',
        'user-agent': 'Routewright-Shops/1',
        ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...more,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    })
    const text = await readText(answer.body)
    if (answer.statusCode < 200 || answer.statusCode >= 300) {
      throw new ShopRefused(`The shop answered ${answer.statusCode} to ${method} ${withoutQuery(path)}${said(text)}`)
    }
    return { status: answer.statusCode, body: parsed(text) }
  }
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.length
    if (bytes > mostBytes) throw new ShopRefused('The answer of the shop is longer than 1 MiB')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A key may stand there. */
const withoutQuery = (path: string) => path.replace(/\?.*$/, '')

/** The first words of a refusal: shops say in them what is wrong. */
function said(text: string): string {
  const { message } = Object(parsed(text)) as { message?: unknown }
  const words = typeof message === 'string' ? message : text.startsWith('<') ? '' : text
  return words ? `: ${words.slice(0, 200)}` : ''
}
