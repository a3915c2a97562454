// Past days replayed: as they were driven, and as they would be planned with other vehicles, hours or depot. Our extension.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../../../schema.ts'
import {
  calendarDate,
  count,
  flag,
  id,
  ids,
  label,
  number,
  quantity,
  seconds,
  straightPart,
  text,
  timestamp,
  timeWindow,
  workingDays,
} from '../../../schemas/fields.ts'
import { whatIfStates } from './fleet-size.ts'
import { AskedSpreadsheet, SpreadsheetAssumptions } from './spreadsheet-replay.ts'

/** Limits of a replay: days, copies of one vehicle, vehicles added, and seconds of search per day. */
export const replayLimits = { days: 31, copies: 10, added: 20, seconds: 60 } as const

export const ReplayInput = record('ReplayInput', 'Which past days are replayed, and what is other then.', {
  from: calendarDate('First day, before today.'),
  to: calendarDate('Last day, before today; at most 31 days with the first.'),
  weekdays: Type.Optional(workingDays()),
  without_vehicle_ids: Type.Optional(ids('Vehicles that do not drive.', 200)),
  added: Type.Optional(
    Type.Array(
      Type.Object({
        vehicle_id: id('Of the project: its defaults are those of the vehicles that are added.'),
        count: Type.Integer({ description: 'How many.', minimum: 1, maximum: replayLimits.copies }),
      }),
      { description: 'Vehicles that drive on top, each like one of the fleet.', maxItems: replayLimits.added },
    ),
  ),
  time_window: Type.Optional(timeWindow('Other working hours of all vehicles.')),
  depot_id: Type.Optional(id('All vehicles start and end here.')),
  seconds: Type.Optional(
    Type.Integer({
      description: 'Time of the search of each day at most; by the number of stops by default.',
      minimum: 1,
      maximum: replayLimits.seconds,
    }),
  ),
})
export type ReplayInput = Static<typeof ReplayInput>

const share = (description: string) => Type.Number({ description, minimum: 0, maximum: 1 })

export const ReplayFigures = record('ReplayFigures', 'What days take, by the same travel times before and after.', {
  vehicles: count('That drive, summed over the days.'),
  stops: count('Of the days, those left out too.'),
  unassigned: count('Stops that are left out.'),
  distance: quantity('Metres.'),
  travel_time: Type.Integer({ description: 'Seconds of driving.' }),
  duration: Type.Integer({ description: 'Seconds from start to end, of all vehicles.' }),
  cost: number('Money, by the prices of the routes.'),
  emissions: quantity('Kilograms of CO2 equivalent, well to wheel, by the factors of analytics.'),
  uncounted_distance: quantity('Metres by what has no factor.'),
  late_stops: quantity('On average of 200 days of each.'),
  kept_share: share('Of all stops: served, and not behind the last window, on average of 200 days of each.'),
  overtime_seconds: Type.Integer({ description: 'On average of 200 days of each, summed.', minimum: 0 }),
  ...optionalFields({
    straight_distance: straightPart(),
    promises_kept_share: share('Of the stops whose recipient was told a window.'),
  }),
})
export type ReplayFigures = Static<typeof ReplayFigures>

export const ReplayDay = record('ReplayDay', 'A day before and after.', {
  date: calendarDate(),
  is_driven: flag('Before is the order in which stops were reported; else the order of the plan, or of the file.'),
  before: ReplayFigures,
  after: ReplayFigures,
  ...optionalFields({
    plan_id: id('None of a day from a spreadsheet.'),
    label: label('Of the plan.'),
    told: Type.Object(
      { stops: count('With a window and a time.'), late: count('Of these, done behind their last window.') },
      { description: 'By the times of a spreadsheet, for comparison.' },
    ),
    recorded: Type.Object(
      {
        routes: count('Finished ones that have it.'),
        distance: quantity('Metres.'),
        duration: seconds('From start to end.'),
      },
      { description: 'What phones and trackers recorded of the day, for comparison.' },
    ),
  }),
})
export type ReplayDay = Static<typeof ReplayDay>

export const Replay = record('Replay', 'Past days replayed. Nothing of them changes.', {
  id: id(),
  organization_id: id(),
  project_id: id(),
  state: oneOf(whatIfStates),
  percent: count('How far the search is.'),
  asked: ReplayInput,
  expires_at: timestamp('Then it is forgotten.'),
  ...optionalFields({
    created_by: id(),
    spreadsheet: AskedSpreadsheet,
    reason: text('Why it failed.'),
    days: Type.Array(ReplayDay),
    before: ReplayFigures,
    after: ReplayFigures,
    sentences: Type.Array(text(), { description: 'Of days from a spreadsheet: what the figures rest on, in words.' }),
    assumptions: Type.Object(
      {
        driven: count('Days of which before is as driven.'),
        canceled: count('Stops that were canceled without a visit, and count on neither side.'),
        learned_stops: count('Played with a spread that was learned.'),
        roads: flag('All ways are on roads; else some are straight lines, for lack of them.'),
        by_hour: flag('Travel times depend on the hour on some days.'),
        priced: flag('Vehicles have prices; else nothing is known of the cost.'),
        spreadsheet: Type.Optional(SpreadsheetAssumptions),
      },
      { description: 'What the figures rest on.' },
    ),
  }),
  created_at: timestamp('When it was asked for.'),
  updated_at: timestamp('Last change.'),
})
export type Replay = Static<typeof Replay>
