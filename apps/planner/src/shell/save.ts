// Hands a file of the service to the browser, once it is there: a refusal is told in words and not saved as a file.
import type { ReceivedFile } from '@routewright/client/exchange'

export function save({ blob, name = 'export' }: ReceivedFile): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
