// The table of recipients who were asked to choose a window.
import { slotChoiceStates } from '@routewright/contract'
import { beginning, id, moment, oneOf, optional, type RowOf, recordOfProject, table, text } from './table.ts'

export const slotChoiceTable = table('slot_choices', {
  given: {
    ...recordOfProject,
    stop_id: id,
  },
  computed: {
    /** Calendar dates; what is missing follows from the rules of the project. */
    first_day: optional(text),
    last_day: optional(text),
    /** Until then the recipient may choose, and choose anew. */
    closes_at: moment,
    state: beginning('asked', oneOf(slotChoiceStates)),
    answered_at: optional(moment),
    remind_at: optional(moment),
  },
})

export type SlotChoiceRow = RowOf<typeof slotChoiceTable>
