// Mounts the operations on quotas.
import { type App, mount, mountRead } from '../../frame/http/mount.ts'
import { systemCaller, transactAs } from '../../frame/platform/services.ts'
import { listQuotas, setQuota } from './quotas.ts'

export function mountQuotas(app: App): void {
  const { quotas } = app.services.config
  mountRead(app, 'listQuotas', (scope) => listQuotas(scope, quotas))
  mount(app, 'setQuota', ({ body }, { services }) =>
    transactAs(services, systemCaller(body.organization_id), (scope) => setQuota(scope, body, quotas)),
  )
}
