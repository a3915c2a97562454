// Serves the two machine-readable descriptions of the interface, made from the declarations.
import { endpoints, openApi31, swagger20 } from '@routewright/contract'
import { sendJson } from './errors.ts'
import type { App } from './server.ts'

export function addDescriptions(app: App): void {
  const documents = { '/swagger.json': swagger20, '/openapi.json': openApi31 }
  for (const [path, describe] of Object.entries(documents)) {
    const made = new Map<string, unknown>()
    app.get(path, { config: { operationId: 'description' } }, async (_request, reply) => {
      const baseUrl = app.services.publicBase()
      if (!made.has(baseUrl)) made.set(baseUrl, describe(endpoints, { baseUrl }))
      sendJson(reply, 200, made.get(baseUrl))
      return reply
    })
  }
}
