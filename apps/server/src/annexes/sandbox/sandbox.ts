// The rules of sandboxes: what an organization that only tries things out would have sent is kept, and nothing leaves.
import type { MessageChannel, QueryOf } from '@routewright/contract'
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
import type { OrganizationMail } from '../../frame/platform/mail.ts'
import { pageOf } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { type OrganizationSms, SmsRefused } from '../../frame/platform/sms.ts'

const keepMilliseconds = 30 * 86_400_000

const sandboxMessage = recordMaker(sandboxMessageTable)

/** Sends a mail, or keeps that of a sandbox. Mails about accounts go to the people of the organization: nobody would get in without. */
export async function sendMail(services: Services, message: OrganizationMail): Promise<void> {
  const { organization_id, to, subject, text } = message
  const isKept = !message.is_account && (await keepOfSandbox(services, organization_id, 'email', [to, subject, text]))
  if (!isKept) await services.mail.send(message)
}

/** Sends an SMS, or keeps that of a sandbox. Throws SmsRefused. */
export async function sendSms(services: Services, message: OrganizationSms): Promise<void> {
  const { organization_id, to, text } = message
  if (!(await keepOfSandbox(services, organization_id, 'sms', [to, text, text]))) await services.sms.send(message)
}

/** A queued SMS: what the gateway refuses for good is told in the log and not tried again. */
export async function sendQueuedSms(services: Services, message: OrganizationSms): Promise<void> {
  try {
    await sendSms(services, message)
  } catch (error) {
    if (!(error instanceof SmsRefused)) throw error
    services.log.warn({ err: error, organization_id: message.organization_id }, 'an SMS to a driver was refused')
  }
}

/** False where the organization is no sandbox, and nothing was kept. */
async function keepOfSandbox(
  services: Services,
  organizationId: string,
  channel: MessageChannel,
  [recipient, title, body]: [string, string, string],
): Promise<boolean> {
  return await transactAs(services, systemCaller(organizationId), async (scope) => {
    if (!(await findOrganization(scope))?.is_sandbox) return false
    const id = createId(scope.now)
    await insertSandboxMessage(scope, { id, channel, recipient, title, body, created_at: scope.now })
    return true
  })
}

/** What did not leave, newest first. Throws 403 unless the caller administers the organization: links in it act for their receivers. */
export async function listKept(scope: Scope, { limit, offset }: QueryOf<'listSandboxMessages'>) {
  requireAdministrator(scope, 'read what the sandbox would have sent')
  const { rows, total } = await listSandboxMessagePage(scope, { limit, offset })
  return pageOf(rows.map(sandboxMessage), total, limit, offset)
}

/** What was kept for a recipient. */
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
