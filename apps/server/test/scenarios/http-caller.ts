// Calls a running service over HTTP, as any client would.

export interface CallOptions {
  /** Sent as private_key. */
  key?: string
  query?: Record<string, string | number | boolean | undefined>
  /** Sent as JSON; a Buffer is sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
}

export interface HttpAnswer {
  status: number
  text: string
  headers: Headers
  /** Returns the body as JSON, when the status is this one; throws with the whole response otherwise. */
  // biome-ignore lint/suspicious/noExplicitAny: scenarios look into responses of every shape
  expect(status: number): any
}

export type Caller = (method: string, path: string, options?: CallOptions) => Promise<HttpAnswer>

/** The same with one key, and fewer words. */
export type KeyedCall = (
  method: string,
  path: string,
  body?: unknown,
  query?: Record<string, string>,
) => Promise<HttpAnswer>

/** Reads every answer to its end: an unread one would keep its connection open, longer than the service lives. */
export function createCaller(baseUrl: string): Caller {
  return async (method, path, options = {}) => {
    const { key, query = {}, body, headers } = options
    const url = new URL(path, baseUrl)
    if (key !== undefined) url.searchParams.set('private_key', key)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const isRaw = Buffer.isBuffer(body)
    const response = await fetch(url, {
      method,
      headers: { ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : isRaw ? new Uint8Array(body) : JSON.stringify(body),
    })
    const text = await response.text()
    return {
      status: response.status,
      text,
      headers: response.headers,
      expect(status) {
        if (response.status !== status) {
          throw new Error(`${method} ${path} answered ${response.status} instead of ${status}: ${text.slice(0, 500)}`)
        }
        return text === '' ? undefined : JSON.parse(text)
      },
    }
  }
}
