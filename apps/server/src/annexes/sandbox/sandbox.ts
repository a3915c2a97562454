// The rules of sandboxes: what an organization that only tries things out would have sent is kept, and nothing leaves.
import type { QueryOf } from '@routewright/contract'
import { requireAdministrator } from '../../accounts/organizations/organizations.ts'
import { findOrganization } from '../../data/organizations.sql.ts'
import { recordMaker } from '../../data/records.ts'
import {
  deleteOldSandboxMessages,
  deleteSandboxMessages,
  insertSandboxMessage,
  listSandboxMessagePage,
  listSandboxMessages,
} from '../../data/sandbox.sql.ts'
import { type SandboxMessageRow, sandboxMessageTable } from '../../data/sandbox-table.ts'
import { createId } from '../../frame/platform/ids.ts'
import { getPage } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import type { KeepInstead } from '../../telling/ports.ts'

const keepMilliseconds = 30 * 86_400_000

const sandboxMessage = recordMaker(sandboxMessageTable)

/** Keeps the message where the organization is a sandbox. */
export const keepOfSandbox: KeepInstead = async (services, organizationId, message) =>
  await transactAs(services, systemCaller(organizationId), async (scope) => {
    if (!(await findOrganization(scope))?.is_sandbox) return false
    await insertSandboxMessage(scope, { id: createId(scope.now), ...message, created_at: scope.now })
    return true
  })

/**
 * Returns the kept messages, newest first. Throws 403 unless the caller administers the organization, because links in them act
 * for their receivers.
 */
export async function listKept(scope: Scope, { limit, offset }: QueryOf<'listSandboxMessages'>) {
  requireAdministrator(scope, 'read what the sandbox would have sent')
  const { rows, total } = await listSandboxMessagePage(scope, { limit, offset })
  return getPage(rows.map(sandboxMessage), total, limit, offset)
}

/** Returns the kept messages to a recipient. */
export async function listKeptTo(scope: Scope, isWanted: (to: string) => boolean): Promise<SandboxMessageRow[]> {
  return (await listSandboxMessages(scope)).filter(({ recipient }) => isWanted(recipient))
}

export async function forgetKept(scope: Scope, ids: readonly string[]): Promise<void> {
  await deleteSandboxMessages(scope, ids)
}

/** The hourly clean-up of the log. */
export async function cleanUpSandboxes(services: Services): Promise<void> {
  await deleteOldSandboxMessages(services.database.db, new Date(services.clock.now().getTime() - keepMilliseconds))
}
