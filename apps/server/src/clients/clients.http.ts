// Mounts the operations on the address book.
import { type App, mount } from '../http/mount.ts'
import { createClient, deleteClient, getClient, listClients, updateClient } from './clients.ts'

export function mountClients(app: App): void {
  mount(app, 'listClients', ({ query }, { read }) => read((scope) => listClients(scope, query)))
  mount(app, 'createClient', ({ query, body }, { transaction }) =>
    transaction((scope) => createClient(scope, query.project_id, body ?? {})),
  )
  mount(app, 'getClient', ({ params }, { read }) => read((scope) => getClient(scope, params.client_id)))
  mount(app, 'updateClient', ({ params, body }, { transaction }) =>
    transaction((scope) => updateClient(scope, params.client_id, body)),
  )
  mount(app, 'deleteClient', ({ params }, { transaction }) =>
    transaction((scope) => deleteClient(scope, params.client_id)),
  )
}
