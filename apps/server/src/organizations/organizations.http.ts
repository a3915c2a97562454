// Mounts the operations on organizations: the machine's administrator's, and those on one's own.
import { type App, mount } from '../http/mount.ts'
import { foundOrganization, getOrganization, listOrganizations, renameOrganization } from './organizations.ts'

export function mountOrganizations(app: App): void {
  mount(app, 'createOrganization', async ({ body }, { services }) => foundOrganization(services, body))
  mount(app, 'listOrganizations', async ({ query }, { services }) => listOrganizations(services, query))
  mount(app, 'getOrganization', async (_input, { read }) => read((scope) => getOrganization(scope)))
  mount(app, 'updateOrganization', async ({ body }, { transaction }) =>
    transaction((scope) => renameOrganization(scope, body.name)),
  )
}
