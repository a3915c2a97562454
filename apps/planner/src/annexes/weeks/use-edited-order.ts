// An order that is made, changed or deleted in its form: its terms and its stop are two records of the service.
import * as operations from '@routewright/client/operations'
import type { BacklogOrderInput, BacklogTerms } from '@routewright/contract'
import { keepFilled, mergeWhole } from '../../forms/fields.ts'
import type { Fields } from '../../forms/save-seen.ts'
import { useEditedRecord } from '../../records/use-edited-record.ts'
import { call } from '../../shell/service.ts'
import { useProject } from '../../shell/session.ts'
import { orderName } from './order-name.ts'
import { backlogKey, changeTerms, type WaitingOrder } from './waiting-orders.ts'

/** `known` are the orders on screen. */
export function useEditedOrder(known: readonly WaitingOrder[]) {
  const project = useProject()
  return useEditedRecord<WaitingOrder>({
    kind: { words: 'backlog', list: backlogKey, draft: 'backlog' },
    nameOf: orderName,
    create: (fields) => {
      const body = [keepFilled(mergeWhole(fields)) as BacklogOrderInput]
      return call(operations.createBacklogOrders, { project_id: project.id, body })
    },
    async update(id, change, seen) {
      const { terms, stop } = getParts(change)
      // The terms first: they are refused as a whole, and sent again they say the same.
      if (Object.keys(terms).length > 0) await changeTerms(project.id, [id], terms)
      if (Object.keys(stop).length > 0) await call(operations.updateStop, { stop_id: id, body: stop }, seen)
    },
    remove: (stop_id, seen) => call(operations.deleteStop, { stop_id }, seen),
    async read(id) {
      const stop = await call(operations.getStop, { stop_id: id })
      return { ...known.find((order) => order.id === id)!, stop, updated_at: stop.updated_at }
    },
  })
}

/** `stop.label` belongs to the stop, `latest_on` to the terms. */
function getParts(change: Fields): { terms: BacklogTerms; stop: Fields } {
  const entries = Object.entries(change)
  const prefix = 'stop.'
  const ofStop = entries.flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
  )
  const terms = Object.fromEntries(entries.filter(([name]) => !name.startsWith(prefix)))
  return { terms: terms as BacklogTerms, stop: Object.fromEntries(ofStop) }
}
