// Mounts the operation on the audit log.
import { type App, mountRead } from '../http/mount.ts'
import { listAudit } from './audit.ts'

export function mountAudit(app: App): void {
  mountRead(app, 'listAuditEntries', (scope, { query }) => listAudit(scope, query))
}
