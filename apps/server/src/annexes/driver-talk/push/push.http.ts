// Mounts the switches of alerts to closed pages: the planner's and the driver's.

import { getOwnRoute } from '../../../field/driver/own-route.ts'
import { type App, mount, revocable } from '../../../frame/http/mount.ts'
import { pushKey, switchOff, switchOn } from './push.ts'

export function mountPush(app: App): void {
  mount(app, 'getPushKey', async (_input, { services }) => pushKey(services.secrets), revocable)
  mount(
    app,
    'setPushDevice',
    ({ body }, { principal, services, transaction }) =>
      transaction((scope) => switchOn(scope, services, { userId: principal.userId }, body)),
    revocable,
  )
  mount(
    app,
    'endPushDevice',
    ({ body }, { principal, transaction }) =>
      transaction((scope) => switchOff(scope, { user_id: principal.userId }, body.endpoint)),
    revocable,
  )
  mountAlerts(app)
}

/** The switch of alerts to this phone. */
function mountAlerts(app: App): void {
  mount(app, 'getDriverPushKey', async (_input, { services }) => pushKey(services.secrets), revocable)
  mount(
    app,
    'setDriverPushDevice',
    ({ body }, { principal, services, transaction }) =>
      transaction(async (scope) => {
        const route = await getOwnRoute(scope, principal)
        return switchOn(scope, services, { route, linkId: principal.credentialId }, body)
      }),
    revocable,
  )
  mount(
    app,
    'endDriverPushDevice',
    ({ body }, { principal, transaction }) =>
      transaction((scope) => switchOff(scope, { link_id: principal.credentialId }, body.endpoint)),
    revocable,
  )
}
