// The rules of quotas: what is refused, what is counted, and what is told of it.
import { type Quota, type QuotaInput, type QuotaKind, quotaKinds } from '@routewright/contract'
import { getOrganization, requireAdministrator } from '../../accounts/organizations/organizations.ts'
import {
  findQuotaLimit,
  listUses,
  measureStorage,
  noteUse,
  removeQuotaLimit,
  takeUse,
  writeQuotaLimit,
} from '../../data/quotas.sql.ts'
import { type ApiError, apiError } from '../../frame/platform/api-error.ts'
import type { QuotaDefaults } from '../../frame/platform/config.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Ports } from '../../planning/ports.ts'

const shownMonths = 12
/** The month of storage: one row, whose lock lets additions measure one after the other. */
const always = ''

const getMonth = (moment: Date) => moment.toISOString().slice(0, 7)

function startOfMonth({ now }: Pick<Scope, 'now'>, monthsAhead: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1))
}

/** The ports of an installation that has quotas. */
export function countUses(defaults: QuotaDefaults): Pick<Ports, 'useUp' | 'noteUse'> {
  const describeUse = (scope: Scope, kind: QuotaKind, amount: number) => ({
    kind,
    amount,
    month: kind === 'storage_bytes' ? always : getMonth(scope.now),
    defaultLimit: defaults[kind],
  })
  return {
    async useUp(scope, kind, amount) {
      const use = describeUse(scope, kind, amount)
      const isStorage = kind === 'storage_bytes'
      const { limit, used } = isStorage ? await addToStorage(scope, use) : await takeUse(scope, use)
      if (limit === null) return undefined
      const now = used ?? (await findUsed(scope, kind, use.month))
      scope.tellRemaining?.(kind, Math.max(0, limit - now))
      return used === null ? describeRefusal(scope, use, { limit, used: now }) : undefined
    },
    noteUse: (scope, kind, amount) => noteUse(scope, describeUse(scope, kind, amount)),
  }
}

type Use = Parameters<typeof takeUse>[1]

/** Compares the limit with what is there now. Of several additions at once, each sees those before it. */
async function addToStorage(scope: Scope, use: Use): Promise<{ limit: number | null; used: number | null }> {
  const limit = await findQuotaLimit(scope, use)
  if (limit === null) return { limit, used: null }
  await noteUse(scope, { ...use, amount: 0 })
  const sum = (await measureStorage(scope)) + use.amount
  return { limit, used: sum <= limit ? sum : null }
}

async function findUsed(scope: Scope, kind: QuotaKind, month: string): Promise<number> {
  if (kind === 'storage_bytes') return await measureStorage(scope)
  return (await listUses(scope, [month])).find((row) => row.kind === kind)?.amount ?? 0
}

function describeRefusal(
  scope: Scope,
  { kind, amount }: Use,
  { limit, used }: Pick<Quota, 'limit' | 'used'>,
): ApiError {
  const again =
    kind === 'storage_bytes'
      ? 'It is free again as pictures are removed.'
      : `It begins again at ${startOfMonth(scope, 1).toISOString()}.`
  return apiError('highway.quota.error.exceeded', { kind, limit, used, amount, again })
}

/** Returns the kinds that have a limit, none where the installation has no quotas. Throws 403. */
export async function listQuotas(scope: Scope, defaults: QuotaDefaults | undefined): Promise<Quota[]> {
  requireAdministrator(scope, 'see how much may be used up')
  return defaults ? await describeQuotas(scope, defaults) : []
}

/**
 * Sets the limit of the scope's organization and returns those in force. Throws 404, and highway.quota.error.off where the
 * installation has no quotas.
 */
export async function setQuota(scope: Scope, { kind, limit }: QuotaInput, defaults: QuotaDefaults | undefined) {
  if (!defaults) throw apiError('highway.quota.error.off')
  await getOrganization(scope)
  if (limit === 'default') await removeQuotaLimit(scope, kind)
  else await writeQuotaLimit(scope, kind, limit === 'none' ? null : limit)
  return describeQuotas(scope, defaults)
}

async function describeQuotas(scope: Scope, defaults: QuotaDefaults): Promise<Quota[]> {
  const [month, ...earlier] = Array.from({ length: shownMonths + 1 }, (_, index) => startOfMonth(scope, -index)).map(
    getMonth,
  )
  const uses = await listUses(scope, earlier)
  const quotas: Quota[] = []
  for (const kind of quotaKinds) {
    const limit = await findQuotaLimit(scope, { kind, defaultLimit: defaults[kind] })
    if (limit === null) continue
    quotas.push({
      kind,
      limit,
      used: await findUsed(scope, kind, month ?? always),
      months: uses.filter((use) => use.kind === kind).map(({ month, amount: used }) => ({ month, used })),
      ...(kind === 'storage_bytes' ? {} : { begins_again_at: startOfMonth(scope, 1).toISOString() }),
    })
  }
  return quotas
}
