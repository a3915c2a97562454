// Serves the planner: its document for every address below /planner/, and its files.
import type { App } from './server.ts'
import { addWebApp } from './web-app.ts'

/** For the driver's application, which the demo shows in a frame. */
const mayUse = ['geolocation', 'camera'] as const

/** Styles come from the component kit as style elements; the map draws in a worker and keeps pictures in memory. */
const policy = [
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  // The planner embeds the driver app.
  "frame-src 'self'",
]

export async function addPlanner(app: App): Promise<void> {
  const mapOrigins = app.services.config.mapLooks.flatMap(({ origins }) => origins)
  const planner = await addWebApp(app, { name: 'planner', base: '/planner/', policy, mapOrigins, mayUse })
  const options = { config: { operationId: 'planner' } }
  for (const path of ['/planner', '/planner/', '/planner/*']) {
    app.get(path, options, async (_request, reply) => planner.sendDocument(reply))
  }
  // Mails carry short addresses.
  for (const part of ['invite', 'reset', 'setup']) {
    app.get<{ Params: { token: string } }>(`/${part}/:token`, options, async ({ params }, reply) =>
      reply.redirect(`/planner/${part}/${encodeURIComponent(params.token)}`),
    )
  }
  app.get('/', { config: { operationId: 'home' } }, async (_request, reply) => reply.redirect('/planner/'))
}
