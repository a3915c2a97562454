// Mounts the operations on organizations: the machine's administrator's, and those on one's own.
import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import {
  foundOrganization,
  getOrganization,
  listOrganizations,
  organizationRecord,
  updateOrganization,
} from './organizations.ts'

export function mountOrganizations(app: App): void {
  mount(app, 'createOrganization', async ({ body }, { services }) => foundOrganization(services, body))
  mount(app, 'listOrganizations', async ({ query }, { services }) => listOrganizations(services, query))
  mountRead(app, 'getOrganization', async (scope) => organizationRecord(await getOrganization(scope)))
  mountChange(app, 'updateOrganization', (scope, { body }) => updateOrganization(scope, body))
}
