// A server that gives back what another program answered once, recorded in test/fixtures.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request and its response. `body` is what was posted. */
export interface Exchange {
  /** Path and query, or the whole address. */
  url: string
  body?: unknown
  /** 200 unless it says otherwise. */
  status?: number
  answer: unknown
}

export interface ReplayServer {
  readonly url: string
  /** Method, path and query of every call, readable. */
  readonly asked: string[]
  close(): Promise<void>
}

/** The exchanges of a file in test/fixtures. */
export function readExchanges(file: string): Exchange[] {
  const text = readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8')
  return (JSON.parse(text) as { exchanges: Exchange[] }).exchanges
}

/**
 * Returns the response of a recorded request and refuses every other one. `essential` are the parameters that identify a request
 * where a recorded one had others, too (a limit, a language, a key); without them a call must equal the recorded one exactly.
 */
export async function openReplay(
  exchanges: readonly Exchange[],
  refusal: object,
  essential?: readonly string[],
): Promise<ReplayServer> {
  const getKey = (url: URL, body: unknown) => {
    const query = essential ? essential.map((name) => [name, url.searchParams.get(name)]) : url.search
    return JSON.stringify([url.pathname, query, body ?? null])
  }
  const base = 'http://localhost'
  const recorded = new Map(exchanges.map((exchange) => [getKey(new URL(exchange.url, base), exchange.body), exchange]))
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const url = new URL(request.url!, base)
    asked.push(`${request.method} ${decodeURIComponent(request.url!.replaceAll('+', ' '))}`)
    const found = recorded.get(getKey(url, text === '' ? undefined : JSON.parse(text)))
    response.writeHead(found ? (found.status ?? 200) : 400, { 'content-type': 'application/json;charset=utf-8' })
    response.end(JSON.stringify(found ? found.answer : refusal))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
