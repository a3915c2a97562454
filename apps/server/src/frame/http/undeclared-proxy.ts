// Notices a reverse proxy that the settings do not name: then all calls seem to come from it, and share the limits by address.
import { isPublicAddress } from '../platform/public-targets.ts'
import type { App } from './server.ts'

/** Says so once to the log, and from then on to who asks for `/health`. */
export function watchForProxy(app: App): void {
  if (app.services.config.trustedProxies > 0) return
  app.addHook('onRequest', async (request) => {
    if (app.notices.has('undeclared_proxy') || request.headers['x-forwarded-for'] === undefined) return
    // Proxies stand near. From elsewhere anybody can make the header up.
    if (isPublicAddress(request.socket.remoteAddress ?? '')) return
    app.notices.add('undeclared_proxy')
    request.log.warn(
      { proxy: request.socket.remoteAddress },
      'calls come through a reverse proxy that is not declared, so the service takes all of them for one caller; ' +
        'set TRUSTED_PROXIES to the number of proxies in front',
    )
  })
}
