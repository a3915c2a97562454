// One call to the service with the token of a link, and what its answer means for the queue.

export type Outcome<T> =
  | { kind: 'done'; body: T }
  /** No answer, or one that may be another next time. */
  | { kind: 'later'; why: 'offline' | 'busy' | 'failing' }
  /** The link opens nothing (any more). */
  | { kind: 'closed' }
  | { kind: 'refused'; status: number; message_id: string; message: string }

const ANSWER_MILLISECONDS = 45_000
/** A photo over a weak connection. */
const UPLOAD_MILLISECONDS = 300_000

/** Never throws. A Blob goes as the file of a form, anything else as JSON. */
export async function callService<T>(
  token: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<Outcome<T>> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` }
  let payload: BodyInit | null = null
  if (body instanceof Blob) {
    const form = new FormData()
    form.append('file', body, body.type === 'image/png' ? 'picture.png' : 'picture.jpg')
    payload = form
  } else if (body !== undefined) {
    headers['content-type'] = 'application/json'
    payload = JSON.stringify(body)
  }
  try {
    const signal = AbortSignal.timeout(body instanceof Blob ? UPLOAD_MILLISECONDS : ANSWER_MILLISECONDS)
    const answer = await fetch(`/driver/v1${path}`, { method, headers, body: payload, signal, cache: 'no-store' })
    return readAnswer<T>(answer.status, await answer.text())
  } catch {
    return { kind: 'later', why: 'offline' }
  }
}

/** A connection that breaks inside the answer gives no JSON: then nothing is known, and it is sent again. */
function readAnswer<T>(status: number, text: string): Outcome<T> {
  if (status === 429 || status === 408) return { kind: 'later', why: 'busy' }
  if (status >= 500) return { kind: 'later', why: 'failing' }
  if (status === 401) return { kind: 'closed' }
  let body: unknown
  try {
    body = text === '' ? undefined : JSON.parse(text)
  } catch {
    return { kind: 'later', why: 'failing' }
  }
  if (status < 300) return { kind: 'done', body: body as T }
  const { message_id = '', message = '' } = (body ?? {}) as { message_id?: string; message?: string }
  return { kind: 'refused', status, message_id, message }
}
