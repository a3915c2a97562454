// A fetch that notices within seconds that nothing moves any more, however large what it sends or reads.

/** After so long without a byte in either direction the line is called stalled. */
export const STALL_MILLISECONDS = 20_000
/** The worker cannot see how its uploads move: it waits as long as a very slow line would need. */
const SLOWEST_BYTES_PER_SECOND = 2_000

/** Like fetch, but rejects once nothing has moved for `STALL_MILLISECONDS`. */
export function watchedFetch(address: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const isSeen = init.body !== undefined && init.body !== null && typeof XMLHttpRequest === 'function'
  return isSeen ? sendWatched(String(address), init) : readWatched(String(address), init)
}

/** Ends something when nobody has spoken for a while. */
function createWatch(end: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = {
    heard: (milliseconds = STALL_MILLISECONDS) => {
      clearTimeout(timer)
      timer = setTimeout(end, milliseconds)
    },
    stop: () => clearTimeout(timer),
  }
  return watch
}

/** Sends by XMLHttpRequest, the only call that reports the progress of an upload. */
function sendWatched(address: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const watch = createWatch(() => request.abort())
    const fail = () => {
      watch.stop()
      reject(new TypeError('The line does not answer.'))
    }
    request.open(method, address)
    request.responseType = 'arraybuffer'
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = () => watch.heard()
    request.onprogress = () => watch.heard()
    request.onreadystatechange = () => watch.heard()
    request.onerror = fail
    request.onabort = fail
    request.onload = () => {
      watch.stop()
      resolve(getAnswer(request))
    }
    watch.heard()
    request.send(body as XMLHttpRequestBodyInit)
  })
}

function getAnswer(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const end = line.indexOf(':')
    if (end > 0) headers.append(line.slice(0, end), line.slice(end + 1).trim())
  }
  return new Response(findBody(request.status, request.response as ArrayBuffer), { status: request.status, headers })
}

async function readWatched(address: string, init: RequestInit): Promise<Response> {
  const stalled = new AbortController()
  const watch = createWatch(() => stalled.abort(new TypeError('The line does not answer.')))
  try {
    watch.heard(STALL_MILLISECONDS + (measureSize(init.body) / SLOWEST_BYTES_PER_SECOND) * 1000)
    const answer = await fetch(address, { ...init, signal: stalled.signal })
    const parts: BlobPart[] = []
    for (const reader = answer.body?.getReader(); reader; ) {
      watch.heard()
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value as BlobPart)
    }
    const whole = await new Blob(parts).arrayBuffer()
    return new Response(findBody(answer.status, whole), { status: answer.status, headers: answer.headers })
  } finally {
    watch.stop()
  }
}

/** Returns null for statuses that must have no body, not even an empty one. */
function findBody(status: number, bytes: ArrayBuffer): ArrayBuffer | null {
  return [101, 204, 205, 304].includes(status) ? null : bytes
}

function measureSize(body: RequestInit['body']): number {
  if (typeof body === 'string') return body.length
  if (!(body instanceof FormData)) return 0
  return [...body.values()].reduce((sum, value) => sum + (typeof value === 'string' ? value.length : value.size), 0)
}
