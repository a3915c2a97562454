// Mounts the operations on the address book.
import { type App, mountChange, mountRead, mountSame } from '../../frame/http/mount.ts'
import { createClients, deleteClient, getClient, listClientPlaces, listClients, updateClient } from './clients.ts'

export function mountClients(app: App): void {
  mountRead(app, 'listClients', (scope, { query }) => listClients(scope, query))
  mountChange(
    app,
    'createClient',
    async (scope, { query, body }) => (await createClients(scope, query.project_id, [body ?? {}]))[0],
  )
  mountRead(app, 'getClient', (scope, { params }) => getClient(scope, params.client_id))
  mountChange(app, 'updateClient', (scope, { params, body }) => updateClient(scope, params.client_id, body))
  mountChange(app, 'deleteClient', (scope, { params }) => deleteClient(scope, params.client_id))

  mountSame(app, 'searchClients', 'listClients')
  mountChange(app, 'createClients', (scope, { query, body }) => createClients(scope, query.project_id, body))
  mountRead(app, 'listFlatClients', (scope, { query }) => listClientPlaces(scope, query.project_id))
}
