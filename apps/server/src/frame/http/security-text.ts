// The address for reports of weaknesses of this installation (RFC 9116).
import type { App } from './server.ts'

const yearMilliseconds = 365 * 86_400_000

/** Serves the text where SECURITY_CONTACT names somebody; else there is nobody to name, and no text. */
export function addSecurityText(app: App): void {
  const { config, clock } = app.services
  const { securityContact } = config
  if (securityContact === undefined) return
  app.get('/.well-known/security.txt', { config: { operationId: 'securityText' } }, async (_request, reply) => {
    const lines = [
      `Contact: ${securityContact}`,
      // To the day, so that copies of one day are the same.
      `Expires: ${new Date(clock.now().getTime() + yearMilliseconds).toISOString().slice(0, 10)}T00:00:00.000Z`,
      'Preferred-Languages: en, de, es, fr, pt',
      `Canonical: ${app.services.publicBase()}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
