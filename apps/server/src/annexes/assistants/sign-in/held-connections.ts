// The connection of an access token, and when it was used.
import { auditRecord } from '../../../accounts/audit/audit.ts'
import { findToken, type HeldToken, touchConnection } from '../../../data/assistant-connections.sql.ts'
import { digestSecret } from '../../../frame/platform/password.ts'
import { type Caller, getMoment, type Services, transactAs } from '../../../frame/platform/services.ts'

/** Least time between two updates of the last use. */
const touchMilliseconds = 5 * 60_000

/** Returns the connection of an access token; undefined for a token that is unknown or has ended. */
export async function findHeldConnection({ database, clock }: Services, token: string): Promise<HeldToken | undefined> {
  const held = await findToken(database.db, digestSecret(token), 'access')
  return held && held.expires_at > clock.now() ? held : undefined
}

/** Notes the last use to five minutes, and the first of each day in the audit log. */
export async function noteUse(
  services: Services,
  caller: Caller,
  { connection_id, last_used_at }: HeldToken,
): Promise<void> {
  const now = getMoment(services, caller.organizationId)
  if (last_used_at && now.getTime() - last_used_at.getTime() < touchMilliseconds) return
  const isFirstOfDay = last_used_at?.toISOString().slice(0, 10) !== now.toISOString().slice(0, 10)
  await transactAs(services, caller, async (scope) => {
    await touchConnection(scope, connection_id)
    if (isFirstOfDay) await auditRecord(scope, 'used', 'assistant_connection', { id: connection_id }, null)
  })
}
