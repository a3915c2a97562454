// Mounts the operations on the audit log.
import { type App, mount, mountRead } from '../../frame/http/mount.ts'
import { sendFile, sendTable } from '../../frame/http/send-file.ts'
import { createId } from '../../frame/platform/ids.ts'
import { auditLines, auditRecord, auditTable, listAudit, requireWholeLog, verifyAudit } from './audit.ts'

export function mountAudit(app: App): void {
  mountRead(app, 'listAuditEntries', (scope, { query }) => listAudit(scope, query))
  mountRead(app, 'verifyAudit', (scope, { query }) => {
    requireWholeLog(scope)
    return verifyAudit(scope, query)
  })
  mount(app, 'exportAudit', async ({ query }, { read, transaction, reply }) => {
    await transaction(async (scope) => {
      requireWholeLog(scope)
      await auditRecord(scope, 'exported', 'audit_log', { id: createId(scope.now) }, { format: query.format })
    })
    return read(async (scope) =>
      query.format === 'csv'
        ? sendTable(reply, auditTable(scope), 'csv', { separator: ',', decimal: '.' })
        : sendFile(reply, 'audit', 'jsonl', auditLines(scope)),
    )
  })
}
