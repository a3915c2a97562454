// Mounts the operations on the address book.
import { type App, mountChange, mountRead } from '../http/mount.ts'
import { createClient, deleteClient, getClient, listClients, updateClient } from './clients.ts'

export function mountClients(app: App): void {
  mountRead(app, 'listClients', (scope, { query }) => listClients(scope, query))
  mountChange(app, 'createClient', (scope, { query, body }) => createClient(scope, query.project_id, body ?? {}))
  mountRead(app, 'getClient', (scope, { params }) => getClient(scope, params.client_id))
  mountChange(app, 'updateClient', (scope, { params, body }) => updateClient(scope, params.client_id, body))
  mountChange(app, 'deleteClient', (scope, { params }) => deleteClient(scope, params.client_id))
}
