// Serves the machine-readable descriptions of the operations, made from the declarations.
import { describedParts, endpoints, openApi31, swagger20 } from '@routewright/contract'
import { describeOperations } from './described-operations.ts'
import { sendJson } from './errors.ts'
import type { App } from './server.ts'

export function addDescriptions(app: App): void {
  add(app, '/swagger.json', (baseUrl) => swagger20(endpoints, { baseUrl }))
  for (const part of describedParts)
    add(app, part.path, (baseUrl) => openApi31(describeOperations(), { baseUrl, part }))
}

/** Made once for each address of the service. */
function add(app: App, path: string, describe: (baseUrl: string) => unknown): void {
  const made = new Map<string, unknown>()
  app.get(path, { config: { operationId: 'description' } }, async (_request, reply) => {
    const baseUrl = app.services.publicBase()
    if (!made.has(baseUrl)) made.set(baseUrl, describe(baseUrl))
    sendJson(reply, 200, made.get(baseUrl))
    return reply
  })
}
