// Records in the audit log who exported what.
import { auditRecord } from '../../accounts/audit/audit.ts'
import type { Scope } from '../../frame/platform/scope.ts'

/** Notes who took what away; `about` says which part of it. */
export async function noteExport(
  scope: Scope,
  what: 'stops' | 'routes' | 'reports' | 'route_sheets' | 'labels' | 'proofs' | 'vehicles' | 'drivers',
  about: { project_id: string; plan_id?: string; stop_id?: string },
): Promise<void> {
  const { project_id, ...part } = about
  const id = about.stop_id ?? about.plan_id ?? project_id
  await auditRecord(scope, 'exported', what, { id, project_id }, part)
}
