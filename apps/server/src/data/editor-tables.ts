// The tables of the plan editor: pins set by dispatchers, and the origins of copies.
import { id, moment, oneOf, optional, table, text } from './table.ts'

export const stopPinTable = table('stop_pins', {
  given: {
    stop_id: id,
    plan_id: id,
    created_by: optional(id),
    created_at: moment,
  },
  planning: {
    pin: oneOf(['route', 'place']),
  },
  private: {
    organization_id: id,
  },
})

export const planCopyTable = table('plan_copies', {
  given: {
    plan_id: id,
    origin_plan_id: id,
    origin_label: optional(text),
    copied_at: moment,
  },
  private: {
    organization_id: id,
  },
})
