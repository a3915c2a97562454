// The table of requests to recipients to choose a window.
import { slotChoiceStates } from '@routewright/contract'
import { beginning, id, moment, oneOf, optional, type RowOf, recordOfProject, table, text } from './table.ts'

export const slotChoiceTable = table('slot_choices', {
  given: {
    ...recordOfProject,
    stop_id: id,
  },
  computed: {
    /** Calendar dates; where null, the project's rules decide. */
    first_day: optional(text),
    last_day: optional(text),
    /** End of the time in which the recipient may choose, and choose again. */
    closes_at: moment,
    state: beginning('asked', oneOf(slotChoiceStates)),
    answered_at: optional(moment),
    remind_at: optional(moment),
  },
})

export type SlotChoiceRow = RowOf<typeof slotChoiceTable>
