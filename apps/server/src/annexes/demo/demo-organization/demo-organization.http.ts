// Mounts how the demo is taken away: by whoever administers it in the planner, and by the machine's administrator.

import { describeSession } from '../../../accounts/users/users.ts'
import { setSessionCookie } from '../../../frame/http/auth.ts'
import { type App, type Context, mount } from '../../../frame/http/mount.ts'
import { demoOpenTo } from '../../../frame/http/outbox.ts'
import { apiError, notFound } from '../../../frame/platform/api-error.ts'
import { systemCaller, transactAs } from '../../../frame/platform/services.ts'
import { removeDemo, replaceDemo } from './demo-organization.ts'
import { countEntered } from './entered.ts'

export function mountDemoOrganization(app: App): void {
  mount(app, 'replaceDemo', async ({ body }, context) => {
    requireDemoAdministrator(context)
    const { services, request, reply } = context
    const signedIn = await replaceDemo(services, body, request.headers['user-agent'])
    setSessionCookie(services, reply, signedIn)
    const caller = { ...systemCaller(signedIn.user.organization_id), userId: signedIn.user.id }
    return transactAs(services, caller, describeSession)
  })

  mount(app, 'countEntered', (_input, context) => {
    requireDemoAdministrator(context)
    return context.read(countEntered)
  })

  mount(app, 'removeDemo', (_input, { services }) => removeDemo(services))
}

/** Throws 404 for everybody who is not in the demo on this machine, and 403 for those who do not administer it. */
function requireDemoAdministrator({ services, request, principal }: Context): void {
  if (demoOpenTo(services, request) !== principal.organizationId) throw notFound('demo', 'organization')
  if (principal.role !== 'organization_administrator') {
    throw apiError('highway.user.error.forbidden', { action: 'take the demo away' })
  }
}
