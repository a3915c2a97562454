// Audits views of recipients' data and uses of API keys: one entry for each caller, kind and day.
import type { OperationId } from '@routewright/contract'
import { computeChecksum } from '../../frame/platform/checksum.ts'
import { type Caller, getMoment, type Services, transactAs } from '../../frame/platform/services.ts'
import { auditUse, auditView, type ViewedKind } from './entries.ts'

/** The operations that show people's names, addresses and contacts. */
const kinds: Partial<Record<OperationId, ViewedKind>> = {
  getPlan: 'stops',
  getStop: 'stops',
  listPlanStops: 'stops',
  listDayStops: 'stops',
  searchStops: 'stops',
  searchStopsByText: 'stops',
  findAnything: 'stops',
  getClient: 'clients',
  listClients: 'clients',
  searchClients: 'clients',
  listBacklog: 'stops',
  searchDrivers: 'stops',
  listMessages: 'messages',
  listRecurringOrders: 'recurring_orders',
  getRecurringOrder: 'recurring_orders',
  listDriverRecords: 'drivers',
  getDriverRecord: 'drivers',
}

/** Remembers today's entries of this process, so that further views cost nothing: at most four kinds per caller. */
export function createViews(services: Services) {
  const noted = new Set<string>()
  let day = ''
  const note = async (kind: ViewedKind | 'api_key', caller: Caller) => {
    if (!caller.actor.id) return
    const today = getMoment(services, caller.organizationId).toISOString().slice(0, 10)
    if (today !== day) noted.clear()
    day = today
    const name = [caller.organizationId, caller.actor.type, caller.actor.id, kind, today].join('/')
    if (noted.has(name)) return
    noted.add(name)
    const id = computeChecksum(name).slice(0, 24)
    await transactAs(services, caller, (scope) =>
      kind === 'api_key' ? auditUse(scope, id, caller.actor.id!) : auditView(scope, id, kind),
    )
  }
  return {
    /** Records the first use of a key in a day; calls without a key are not recorded. */
    async noteUse(caller: Caller): Promise<void> {
      if (caller.actor.type === 'api_key') await note('api_key', caller)
    },
    /** Records the first time in a day that the caller is shown this kind; undefined where the operation shows no personal data. */
    noterOf(operationId: OperationId): ((caller: Caller) => Promise<void>) | undefined {
      const kind = kinds[operationId]
      return kind && ((caller: Caller) => note(kind, caller))
    },
  }
}
