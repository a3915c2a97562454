// Mounts the planner's switch of alerts to closed pages; the driver's is driver/'s.
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
}
