// Choice of a window by the recipient: the request, the windows offered, and the choice.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../schema.ts'
import { calendarDate, flag, id, number, text, timestamp, timeWindow } from './fields.ts'
import { messageChannels } from './message.ts'
import { slotId } from './slot.ts'

/** asked: no choice yet. declined: none of the windows. ended: nobody may choose any longer. */
export const slotChoiceStates = ['asked', 'chosen', 'declined', 'ended'] as const

const days = {
  from: calendarDate('First day that he may choose; today, or as the rules say, unless it is given.'),
  to: calendarDate('Last day, at most 14 days after the first; 7 days after it unless it is given.'),
}

export const SlotChoiceInput = record('SlotChoiceInput', 'How the recipient of a stop is asked to choose a window.', {
  ...optionalFields({
    ...days,
    closes_at: timestamp('Until then he may choose, and choose anew; the end of the last day unless it is given.'),
    remind_after_hours: Type.Integer({
      description: 'He is reminded once, if he has not answered by then; 24 unless it is given, 0 for never.',
      minimum: 0,
      maximum: 336,
    }),
    channels: Type.Array(oneOf(messageChannels), {
      description: 'By which he is written to; by all that reach him unless given, by none when empty.',
      maxItems: 2,
    }),
  }),
})
export type SlotChoiceInput = Static<typeof SlotChoiceInput>

export const SlotChoice = record('SlotChoice', 'That a recipient was asked to choose a window, and what he answered.', {
  stop_id: id(),
  project_id: id(),
  state: oneOf(slotChoiceStates),
  closes_at: timestamp(),
  link: text("The recipient's page, where he chooses."),
  ...optionalFields({
    ...days,
    answered_at: timestamp(),
    slot_id: slotId(),
    told_by: Type.Array(oneOf(messageChannels), {
      description: 'Channels of the message that was sent with this call.',
    }),
  }),
})
export type SlotChoice = Static<typeof SlotChoice>

const window = { date: calendarDate(), time_window: timeWindow() }

export const ShownChoice = record('ShownChoice', 'What the recipient sees of it.', {
  state: oneOf(['asked', 'chosen', 'declined']),
  can_choose: flag('Whether he may choose now, or choose anew.'),
  closes_at: timestamp(),
  ...optionalFields({ slot: Type.Object(window, { description: 'What he has chosen.' }) }),
})
export type ShownChoice = Static<typeof ShownChoice>

export const RecipientSlots = record(
  'RecipientSlots',
  'The windows that the rules offer for his stop, earliest first.',
  {
    slots: Type.Array(
      record('RecipientSlot', 'A window; nothing of routes, vehicles or other customers.', {
        id: slotId(),
        ...window,
        ...optionalFields({
          price_change: number('What the window costs more, below 0 less.'),
          currency: text(),
          is_green: flag(),
          quote: text('Keeps `price_change` when it is sent with the choice.'),
        }),
      }),
      { maxItems: 400 },
    ),
  },
)
export type RecipientSlots = Static<typeof RecipientSlots>

export const RecipientChoice = record('RecipientChoice', 'What he chooses: a window, or any day from one to another.', {
  ...optionalFields({
    slot_id: slotId(),
    quote: text(),
    any_day: Type.Object(
      { from: calendarDate(), to: calendarDate() },
      { description: 'The cheapest window of these days.' },
    ),
  }),
})
export type RecipientChoice = Static<typeof RecipientChoice>
