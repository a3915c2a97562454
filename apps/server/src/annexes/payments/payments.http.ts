// Mounts the ledger of payments.
import { type App, mountRead } from '../../frame/http/mount.ts'
import { getPayments } from './payments.ts'

export function mountPayments(app: App): void {
  mountRead(app, 'getPayments', (scope, { query }) => getPayments(scope, query))
}
