// Mounts the operation on the audit log.
import { type App, mount } from '../http/mount.ts'
import { pageOf } from '../platform/paging.ts'
import { auditResource, listAudit } from './audit.ts'

export function mountAudit(app: App): void {
  mount(app, 'listAuditEntries', async ({ query }, { read }) => {
    const { rows, total } = await read((scope) => listAudit(scope, query))
    return pageOf(rows.map(auditResource), total, query.limit, query.offset)
  })
}
