// The front page: what this address is, and where to go from here.
import { readPage, sendPage } from './page.ts'
import type { App } from './server.ts'

export function addHome(app: App): void {
  const page = readPage(new URL('./home/', import.meta.url), 'home')
  app.get('/', { config: { operationId: 'home' } }, async (_request, reply) => sendPage(reply, page))
}
