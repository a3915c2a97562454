// Mounts the log of what sandboxes would have sent.
import { type App, mountRead } from '../../frame/http/mount.ts'
import { listKept } from './sandbox.ts'

export function mountSandbox(app: App): void {
  mountRead(app, 'listSandboxMessages', (scope, { query }) => listKept(scope, query))
}
