// The rules of sources of orders: who may manage them, what their mappings may say, their log.
import type { AuditedAction, OrderMapping, OrderSourceInput, OrderSourceUpdate } from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getProject, requireManager } from '../../accounts/projects/projects.ts'
import { blankOrderFiles, deleteUnseenFiles } from '../../data/order-files.sql.ts'
import {
  type OrderSourceRow,
  orderSourceTable,
  type SourceMessageRow,
  sourceMessageTable,
} from '../../data/order-source-tables.ts'
import {
  deleteMessagesFor,
  deleteOldMessages,
  deleteOldOrders,
  deleteSourceRow,
  findMessage,
  findSourceRow,
  insertSource,
  listMessagePage,
  listSourceRows,
  lockSecretSources,
  noteMessage,
  rewriteSourceSecret,
  updateSourceRow,
} from '../../data/order-sources.sql.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { emptyRow, recordMaker, sentValues } from '../../data/records.ts'
import { requireRecordAsSeen } from '../../frame/conflicts/conflicts.ts'
import { invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { createSecret } from '../../frame/platform/ids.ts'
import { getPage } from '../../frame/platform/paging.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'
import type { Services } from '../../frame/platform/services.ts'
import { pathProblem } from './json-paths.ts'
import { getPreset } from './presets/presets.ts'
import { openSecret, sealSecret } from './signature.ts'
import { findEncoding } from './table-orders.ts'

// For what brings orders in by other ways.
export { mapOrder } from './mapping.ts'
export { type IncomingOrder, keepMessages } from './receive.ts'
export { getSetting } from './setting.ts'
export { findEncoding } from './table-orders.ts'
export { createTableReader, type ReadTables, type TableKind } from './table-reader.ts'

const mostSources = 100
const messageDays = 14
/** Longer than the life of an order in any shop. */
const orderDays = 400
/** After the last round that found it. Longer than a mailbox is looked back through, or a folder may be out of reach. */
const fileDays = 100
const dayMilliseconds = 86_400_000

const ownRecord = recordMaker(orderSourceTable)
const ownMessage = recordMaker(sourceMessageTable)

export function sourceResource(row: OrderSourceRow) {
  return { ...ownRecord(row), signed: row.secret !== null && row.signature !== null }
}

export function messageResource(row: SourceMessageRow) {
  const encoding = findEncoding(row.headers)
  return { ...ownMessage(row), ...(encoding && { encoding }) }
}

export async function listSources(scope: Scope) {
  requireSourceManager(scope)
  return (await listSourceRows(scope)).map(sourceResource)
}

/** The source with its address, which is told this once. */
export async function createSource(scope: Scope, secrets: SecretKeys, input: OrderSourceInput) {
  requireSourceManager(scope)
  const project = await getProject(scope, input.project_id)
  if ((await listSourceRows(scope)).length >= mostSources) {
    throw invalidPayload('body', `an organization has at most ${mostSources} sources`)
  }
  const preset = getPreset(input.kind)
  const mapping = input.mapping ?? preset.mapping
  requireUsable(mapping)
  const token = newToken()
  const begun = beginRecord(scope, project.id)
  const row = await insertSource(scope, {
    ...emptyRow(orderSourceTable),
    ...begun,
    kind: input.kind,
    label: input.label ?? input.kind,
    enabled: input.enabled ?? true,
    mapping: mapping as never,
    signature: (input.signature === undefined ? (preset.signature ?? null) : input.signature) as never,
    token_digest: digestSecret(token),
    secret: input.secret ? sealSecret(secrets, begun.id, input.secret) : null,
  })
  await audit(scope, 'created', row)
  return { ...sourceResource(row), address: getAddress(scope, token) }
}

export async function updateSource(scope: Scope, secrets: SecretKeys, id: string, input: OrderSourceUpdate) {
  const before = await getSource(scope, id, 'lock')
  await requireRecordAsSeen(scope, before, `Order source ${before.label}`)
  if (input.mapping) requireUsable(input.mapping)
  const { secret } = input
  const row = await updateSourceRow(scope, id, {
    ...sentValues(orderSourceTable, input),
    ...(secret === undefined ? {} : { secret: secret === null ? null : sealSecret(secrets, id, secret) }),
  })
  await audit(scope, 'updated', row)
  return sourceResource(row)
}

export async function deleteSource(scope: Scope, id: string) {
  const row = await getSource(scope, id, 'lock')
  await requireRecordAsSeen(scope, row, `Order source ${row.label}`)
  await deleteSourceRow(scope, id)
  await audit(scope, 'deleted', row)
  return sourceResource(row)
}

/** The address before is unknown from now on. */
export async function renewAddress(scope: Scope, id: string) {
  await getSource(scope, id, 'lock')
  const token = newToken()
  const row = await updateSourceRow(scope, id, { token_digest: digestSecret(token) })
  await audit(scope, 'updated', row)
  return { ...sourceResource(row), address: getAddress(scope, token) }
}

export async function listMessages(scope: Scope, sourceId: string, page: { limit: number; offset: number }) {
  await getSource(scope, sourceId)
  const { rows, total } = await listMessagePage(scope, sourceId, page)
  return getPage(rows.map(messageResource), total, page.limit, page.offset)
}

/** The message waits again, to be worked on once more. Throws 404. */
export async function retryMessage(scope: Scope, sourceId: string, messageId: string) {
  await getSource(scope, sourceId)
  const message = await findMessage(scope, messageId, 'lock')
  if (message?.source_id !== sourceId) throw notFound('message', messageId)
  const waiting: Pick<SourceMessageRow, 'result' | 'detail'> = { result: 'waiting', detail: null }
  await noteMessage(scope, message.id, waiting)
  await scope.jobs.send(scope.tx, 'intake', { organization_id: scope.organizationId, message_id: message.id })
  return messageResource({ ...message, ...waiting })
}

/** Throws 404, or 403 for users who may not manage sources. */
export async function getSource(scope: Scope, id: string, lock?: 'lock'): Promise<OrderSourceRow> {
  requireSourceManager(scope)
  const row = await findSourceRow(scope, id, lock)
  if (!row) throw notFound('order source', id)
  return row
}

/** Throws 403 unless the caller manages the organization. */
export function requireSourceManager(scope: Scope): void {
  requireManager(scope, 'manage sources of orders')
}

/** Throws invalid_payload at the first path that cannot be used. */
export function requireUsable({ fields, cancel, accept }: OrderMapping): void {
  const places = [
    ...fields.flatMap((rule, at) =>
      (['paths', 'otherwise'] as const).flatMap((part) =>
        (rule[part] ?? []).map((path, index) => [`mapping.fields[${at}].${part}[${index}]`, path]),
      ),
    ),
    ...cancel.map(({ path }, at) => [`mapping.cancel[${at}].path`, path]),
    ...accept.map(({ path }, at) => [`mapping.accept[${at}].path`, path]),
  ] as [string, string | undefined][]
  for (const [place, path] of places) {
    const problem = path === undefined ? undefined : pathProblem(path)
    if (problem) throw invalidPayload(place, problem)
  }
  const names = fields.map(({ field }) => field)
  const twice = names.findIndex((name, at) => names.indexOf(name) !== at)
  if (twice >= 0) throw invalidPayload(`mapping.fields[${twice}].field`, `${names[twice]} is there twice`)
}

function newToken(): string {
  return createSecret('in_', 40)
}

function getAddress(scope: Scope, token: string): string {
  return `${scope.publicBase}/app/v1/intake/${token}`
}

async function audit(scope: Scope, action: AuditedAction, row: OrderSourceRow): Promise<void> {
  const { label, kind, enabled } = row
  await auditRecord(scope, action, 'order_source', row, { label, kind, enabled })
}

/** Deletes what messages of the last days, and names of files, reveal of a recipient. */
export async function forgetMessages(scope: Scope, stopIds: readonly string[], texts: readonly string[]) {
  await deleteMessagesFor(scope, stopIds, texts)
  await blankOrderFiles(scope, texts)
}

/** The hourly clean-up. */
export async function cleanUpIntake({ database, clock }: Services): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * dayMilliseconds)
  await deleteOldMessages(database.db, before(messageDays))
  await deleteOldOrders(database.db, before(orderDays))
  await deleteUnseenFiles(database.db, before(fileDays))
}

/** Encrypts all secrets under the first key that are not yet; returns how many. Throws UnknownSecretKey, and then changes nothing. */
export async function renewSourceSecrets({ database, secrets }: Services): Promise<number> {
  return await database.transaction(async (tx) => {
    const outdated = (await lockSecretSources(tx)).filter(({ secret }) => !secrets.isCurrent(secret!))
    for (const row of outdated) {
      const secret = openSecret(secrets, { ...row, signature: null })
      await rewriteSourceSecret(tx, row.id, sealSecret(secrets, row.id, secret))
    }
    return outdated.length
  })
}
