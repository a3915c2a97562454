// Serves the driver app: its document for every dispatch link and for the icon on the phone, and its files.
import { digestSecret } from '../platform/password.ts'
import { mount } from './mount.ts'
import type { App } from './server.ts'
import { addWebApp } from './web-app.ts'

/** The code reader is WebAssembly; the map draws in a worker; photos wait in memory and in the phone's database. */
const policy = [
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
]

export async function addDriverApp(app: App): Promise<void> {
  const driver = await addWebApp(app, {
    name: 'driver',
    base: '/d/',
    policy,
    mayBeFramed: true,
    mayUse: ['geolocation', 'camera'],
  })
  const options = { config: { operationId: 'driver' } }
  for (const path of ['/d', '/d/']) app.get(path, options, async (_request, reply) => driver.sendDocument(reply))

  // Opening the page changes nothing, because mail scanners and previews open it too. The app asks for its data itself, and says
  // in the reader's language when the link opens nothing.
  mount(app, 'getDriverPage', async ({ params }, { reply }) => {
    const { principal } = await app.principals.findByDriverToken(digestSecret(params.token), [])
    return driver.sendDocument(reply.code(principal ? 200 : 404))
  })
}
