// The rules of fetching files of orders: what is entered for it, its secrets, its log.
import type { OrderFetching, OrderFetchingInput } from '@routewright/contract'
import { auditRecord } from '../../../accounts/audit/audit.ts'
import {
  listOrderFilePage,
  lockFetchSecrets,
  noteFetching,
  rewriteFetchSecret,
  writeFetching,
} from '../../../data/order-files.sql.ts'
import { type OrderSourceRow, orderFileTable } from '../../../data/order-source-tables.ts'
import { recordMaker } from '../../../data/records.ts'
import { requireRecordAsSeen } from '../../../frame/conflicts/conflicts.ts'
import { invalidPayload, notFound } from '../../../frame/platform/api-error.ts'
import { getPage } from '../../../frame/platform/paging.ts'
import { ForbiddenTarget, publicConnectOptions } from '../../../frame/platform/public-targets.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import type { SecretKeys } from '../../../frame/platform/secret-keys.ts'
import type { Services } from '../../../frame/platform/services.ts'
import { getSource, sourceResource } from '../intake.ts'
import type { FetchSecret } from './collection.ts'
import { sshKeyProblem } from './sftp.ts'

const fileResource = recordMaker(orderFileTable)
const getPurpose = (sourceId: string) => `secret for fetching files of order source ${sourceId}`
const beginnings = { sftp: { port: 22, folder: '.' }, mail: { port: 993, folder: 'INBOX' } }
const everyMinutes = 15

interface Surroundings {
  allowPrivate: boolean
  secrets: SecretKeys
}

/**
 * From now on files are fetched, the first time at once. Secrets that are left out stay, but only for the server and user that they were
 * entered for: nobody gets them sent elsewhere who does not know them. Throws 404, 403, invalid_payload.
 */
export async function setFetching(scope: Scope, id: string, input: OrderFetchingInput, rules: Surroundings) {
  const row = await getSource(scope, id, 'lock')
  await requireRecordAsSeen(scope, row, `Order source ${row.label}`)
  const { password, ssh_key, passphrase, host_key, ...entered } = input
  const before = row.fetching
  const asked = { ...beginnings[input.way], every_minutes: everyMinutes, ...entered }
  const isSameServer = before?.way === asked.way && before.host === asked.host && before.port === asked.port
  const given: FetchSecret = {
    ...(password ? { password } : {}),
    ...(ssh_key ? { ssh_key } : {}),
    ...(passphrase ? { passphrase } : {}),
  }
  const isKept = !password && !ssh_key && isSameServer && before.user === asked.user && row.fetch_secret !== null
  const secret = isKept ? getSecret(rules.secrets, row) : given
  requireWhole(input, secret, rules.allowPrivate)
  const known = host_key === undefined && isSameServer ? before.host_key : (host_key ?? undefined)
  const fetching: OrderFetching = { ...asked, ...(known ? { host_key: known } : {}) }
  const sealed = rules.secrets.seal(JSON.stringify(secret), getPurpose(id))
  await writeFetching(scope, id, { fetching, fetch_secret: sealed, fetch_at: scope.now })
  await scope.jobs.send(scope.tx, 'order_files', {})
  await audit(scope, row, fetching)
  return sourceResource(await getSource(scope, id))
}

export async function endFetching(scope: Scope, id: string) {
  const row = await getSource(scope, id, 'lock')
  await requireRecordAsSeen(scope, row, `Order source ${row.label}`)
  await writeFetching(scope, id, { fetching: null, fetch_secret: null, fetch_at: null })
  await audit(scope, row, null)
  return sourceResource(await getSource(scope, id))
}

/** The next round is due at once. Throws 404 also where nothing is fetched. */
export async function fetchNow(scope: Scope, id: string) {
  const row = await getFetchingSource(scope, id)
  await noteFetching(scope, row.id, { fetch_at: scope.now })
  await scope.jobs.send(scope.tx, 'order_files', {})
  return sourceResource(row)
}

/** Throws 403, and 404 also where nothing is fetched. */
export async function getFetchingSource(scope: Scope, id: string): Promise<OrderSourceRow> {
  const row = await getSource(scope, id)
  if (!row.fetching) throw notFound('fetching of order source', id)
  return row
}

export async function listFiles(scope: Scope, id: string, page: { limit: number; offset: number }) {
  await getSource(scope, id)
  const { rows, total } = await listOrderFilePage(scope, id, page)
  return getPage(rows.map(fileResource), total, page.limit, page.offset)
}

/** Throws UnknownSecretKey. */
export function getSecret(
  secrets: SecretKeys,
  { id, fetch_secret }: Pick<OrderSourceRow, 'id' | 'fetch_secret'>,
): FetchSecret {
  return fetch_secret === null ? {} : (JSON.parse(secrets.open(fetch_secret, getPurpose(id))) as FetchSecret)
}

/** Encrypts all secrets under the first key that are not yet; returns how many. Throws UnknownSecretKey, and then changes nothing. */
export async function renewFetchSecrets({ database, secrets }: Services): Promise<number> {
  return await database.transaction(async (tx) => {
    const outdated = (await lockFetchSecrets(tx)).filter(({ fetch_secret }) => !secrets.isCurrent(fetch_secret!))
    for (const { id, fetch_secret } of outdated) {
      await rewriteFetchSecret(tx, id, secrets.seal(secrets.open(fetch_secret!, getPurpose(id)), getPurpose(id)))
    }
    return outdated.length
  })
}

/** Throws invalid_payload for what does not belong to the way, is missing, or leads to a private address. */
function requireWhole(input: OrderFetchingInput, secret: FetchSecret, allowPrivate: boolean): void {
  const foreign = input.way === 'sftp' ? (['senders'] as const) : (['ssh_key', 'passphrase', 'host_key'] as const)
  const named = foreign.find((name) => input[name] !== undefined && input[name] !== null)
  if (named) throw invalidPayload(named, input.way === 'sftp' ? 'belongs to mail' : 'belongs to SFTP')
  if (input.way === 'mail' && !input.senders) throw invalidPayload('senders', 'are needed: whose mails are read')
  if (!secret.password && !secret.ssh_key) throw invalidPayload('password', 'is needed to sign in to this server')
  const problem = secret.ssh_key === undefined ? undefined : sshKeyProblem(secret.ssh_key, secret.passphrase)
  if (problem) throw invalidPayload('ssh_key', problem)
  try {
    publicConnectOptions(input.host, allowPrivate)
  } catch (error) {
    if (error instanceof ForbiddenTarget) throw invalidPayload('host', 'is not a public address')
    throw error
  }
}

async function audit(scope: Scope, row: OrderSourceRow, fetching: OrderFetching | null): Promise<void> {
  const fetched = fetching ? { way: fetching.way, host: fetching.host, user: fetching.user } : null
  await auditRecord(scope, 'updated', 'order_source', row, { label: row.label, fetching: fetched })
}
