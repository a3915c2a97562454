// The tables of the plan editor: what dispatchers pinned, and where copies came from.
import { id, moment, oneOf, optional, table, text } from './table.ts'

export const stopPinTable = table('stop_pins', {
  private: {
    stop_id: id,
    organization_id: id,
    plan_id: id,
    pin: oneOf(['route', 'place']),
    created_by: optional(id),
    created_at: moment,
  },
})

export const planCopyTable = table('plan_copies', {
  private: {
    plan_id: id,
    organization_id: id,
    origin_plan_id: id,
    origin_label: optional(text),
    copied_at: moment,
  },
})
