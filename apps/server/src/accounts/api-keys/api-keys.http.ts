// Mounts the operations on API keys.
import { type App, mountChange, mountRead } from '../../frame/http/mount.ts'
import { createApiKey, deleteApiKey, listApiKeys, updateApiKey } from './api-keys.ts'

export function mountApiKeys(app: App): void {
  mountRead(app, 'listApiKeys', (scope) => listApiKeys(scope))
  mountChange(app, 'createApiKey', (scope, { body }) => createApiKey(scope, body))
  mountChange(app, 'updateApiKey', (scope, { params, body }) => updateApiKey(scope, params.api_key_id, body))
  mountChange(app, 'deleteApiKey', (scope, { params }) => deleteApiKey(scope, params.api_key_id))
}
