// Fetches a file from the service and hands it to the browser, so that a refusal is told in words and not saved as a file.
import { ServiceError } from '@routewright/ui/service'

/** Throws ServiceError for a refusal. */
export async function download(path: string, query: Record<string, string | boolean | undefined>, method = 'GET') {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))
  let answer: Response
  try {
    answer = await fetch(`${path}?${search}`, { method, credentials: 'same-origin' })
  } catch {
    throw new ServiceError('The service could not be reached.', 0)
  }
  if (!answer.ok) {
    const body = (await answer.json().catch(() => ({}))) as { message?: string; message_id?: string }
    const request = answer.headers.get('x-request-id') ?? undefined
    throw new ServiceError(
      body.message ?? `The service answered ${answer.status}.`,
      answer.status,
      body.message_id,
      request,
    )
  }
  save(await answer.blob(), nameOf(answer.headers.get('content-disposition') ?? ''))
}

function nameOf(disposition: string): string {
  const full = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return full ? decodeURIComponent(full) : (/filename="([^"]+)"/.exec(disposition)?.[1] ?? 'export')
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
