// Mounts what the machine's administrator may do with organizations.
import { type App, mount } from '../http/mount.ts'
import { foundOrganization, listOrganizations } from './organizations.ts'

export function mountOrganizations(app: App): void {
  mount(app, 'createOrganization', async ({ body }, { services }) => foundOrganization(services, body))
  mount(app, 'listOrganizations', async ({ query }, { services }) => listOrganizations(services, query))
}
