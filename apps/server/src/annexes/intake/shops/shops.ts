// The rules of telling shops: what is entered for it, its secret, its log.
import type { OrderSourceKind, ShopTelling, ShopTellingInput } from '@routewright/contract'
import { sql } from 'kysely'
import { auditRecord } from '../../../accounts/audit/audit.ts'
import { type OrderSourceRow, toldStateTable } from '../../../data/order-source-tables.ts'
import { recordMaker } from '../../../data/records.ts'
import {
  deleteOldToldStates,
  hurryTellings,
  listToldPage,
  lockTellSecrets,
  rewriteTellSecret,
  settleAll,
  writeTelling,
} from '../../../data/shop-telling.sql.ts'
import { requireRecordAsSeen } from '../../../frame/conflicts/conflicts.ts'
import { invalidPayload } from '../../../frame/platform/api-error.ts'
import { getPage } from '../../../frame/platform/paging.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import type { SecretKeys } from '../../../frame/platform/secret-keys.ts'
import type { Services } from '../../../frame/platform/services.ts'
import { requireTarget } from '../../../telling/webhooks/webhooks.ts'
import { getSource, sourceResource } from '../intake.ts'
import { shops } from './kinds.ts'
import type { ShopKey } from './shop.ts'

/** Notified when a shop was entered. */
export const shopChannel = 'shops'

const keptMilliseconds = 14 * 86_400_000

const getPurpose = (sourceId: string) => `secret for telling the shop of order source ${sourceId}`
const toldResource = recordMaker(toldStateTable)

interface Surroundings {
  allowPrivateWebhooks: boolean
  secrets: SecretKeys
}

/**
 * From now on the shop is told what changes. A secret that is left out stays, but only for the address that it was entered
 * for: nobody gets it sent elsewhere who does not know it. Throws 404, 403, invalid_payload, invalid_url.
 */
export async function setTelling(scope: Scope, id: string, input: ShopTellingInput, rules: Surroundings) {
  const row = await getSource(scope, id, 'lock')
  await requireRecordAsSeen(scope, row, `Order source ${row.label}`)
  requireTarget(input.url, rules)
  const { secret, ...entered } = input
  const values = input.states ?? shops[row.kind].values
  const telling: ShopTelling = { ...entered, language: input.language ?? 'en', states: values }
  const isKept = secret === undefined && row.tell_secret !== null && row.telling?.url === input.url
  requireWhole(row.kind, { ...input, secret: secret ?? (isKept ? 'kept' : undefined) })
  const sealed = secret === undefined ? null : rules.secrets.seal(secret, getPurpose(id))
  await writeTelling(scope, id, telling, isKept ? row.tell_secret : sealed)
  if (row.telling) await hurryTellings(scope, id)
  else await settleAll(scope, id)
  await sql`select notice(${shopChannel}, '')`.execute(scope.tx)
  await audit(scope, row, telling)
  return sourceResource(await getSource(scope, id))
}

export async function endTelling(scope: Scope, id: string) {
  const row = await getSource(scope, id, 'lock')
  await requireRecordAsSeen(scope, row, `Order source ${row.label}`)
  await writeTelling(scope, id, null, null)
  await audit(scope, row, null)
  return sourceResource(await getSource(scope, id))
}

/** How the shop of the source is opened, for a trial; undefined where nothing was entered. */
export async function findShopFor(scope: Scope, secrets: SecretKeys, id: string) {
  const row = await getSource(scope, id)
  return row.telling ? { kind: row.kind, key: getKey(secrets, row) } : undefined
}

export async function listTold(scope: Scope, id: string, page: { limit: number; offset: number }) {
  await getSource(scope, id)
  const { rows, total } = await listToldPage(scope, id, page)
  return getPage(rows.map(toldResource), total, page.limit, page.offset)
}

/** Throws UnknownSecretKey. */
export function getKey(
  secrets: SecretKeys,
  { id, telling, tell_secret }: Pick<OrderSourceRow, 'id' | 'telling' | 'tell_secret'>,
): ShopKey {
  return { telling: telling!, secret: tell_secret === null ? '' : secrets.open(tell_secret, getPurpose(id)) }
}

/** The hourly clean-up of the log. */
export async function cleanUpToldStates({ database, clock }: Services): Promise<void> {
  await deleteOldToldStates(database.db, new Date(clock.now().getTime() - keptMilliseconds))
}

/** Encrypts all secrets under the first key that are not yet; returns how many. Throws UnknownSecretKey, and then changes nothing. */
export async function renewTellSecrets({ database, secrets }: Services): Promise<number> {
  return await database.transaction(async (tx) => {
    const outdated = (await lockTellSecrets(tx)).filter(({ tell_secret }) => !secrets.isCurrent(tell_secret!))
    for (const { id, tell_secret } of outdated) {
      const purpose = getPurpose(id)
      await rewriteTellSecret(tx, id, secrets.seal(secrets.open(tell_secret!, purpose), purpose))
    }
    return outdated.length
  })
}

function requireWhole(kind: OrderSourceKind, input: ShopTellingInput): void {
  const missing = shops[kind].needs.find((name) => !input[name])
  if (missing) throw invalidPayload(missing, `is needed to tell ${kind}`)
  const { search, hash } = new URL(input.url)
  if (kind !== 'custom' && (search || hash)) throw invalidPayload('url', 'is the address of the shop, without ? and #')
}

/** The address may hold a token, so only its host is noted. */
async function audit(scope: Scope, row: OrderSourceRow, telling: ShopTelling | null): Promise<void> {
  const told = telling ? { host: new URL(telling.url).host, states: telling.states } : null
  await auditRecord(scope, 'updated', 'order_source', row, { label: row.label, telling: told })
}
