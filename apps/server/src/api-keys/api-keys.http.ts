// Mounts the operations on API keys.
import { type App, mount } from '../http/mount.ts'
import { createApiKey, deleteApiKey, listApiKeys, updateApiKey } from './api-keys.ts'

export function mountApiKeys(app: App): void {
  mount(app, 'listApiKeys', async (_input, { read }) => read(listApiKeys))
  mount(app, 'createApiKey', async ({ body }, { transaction }) => transaction((scope) => createApiKey(scope, body)))
  mount(app, 'updateApiKey', async ({ params, body }, { transaction }) =>
    transaction((scope) => updateApiKey(scope, params.api_key_id, body)),
  )
  mount(app, 'deleteApiKey', async ({ params }, { transaction }) =>
    transaction((scope) => deleteApiKey(scope, params.api_key_id)),
  )
}
