// Days driven without Routewright, from the rows of a spreadsheet: the data of a row, assumptions, and changes. Our extension.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../../../schema.ts'
import {
  calendarDate,
  count,
  label,
  latitude,
  longitude,
  quantity,
  seconds,
  timeOfDay,
  timeWindow,
  timeWindows,
} from '../../../schemas/fields.ts'

/** Limits of a replay: rows, distinct days, vehicles per day when no row names one, columns reported, lines listed. */
export const spreadsheetReplayLimits = {
  rows: 10_000,
  days: 31,
  vehiclesADay: 50,
  change: 10,
  columns: 100,
  listed: 50,
  seconds: 60,
} as const

/** Reasons why a row counts on neither side. */
export const leftOutReasons = ['no_date', 'no_place', 'place_not_found', 'post_office_box'] as const

export const DrivenRow = Type.Object(
  optionalFields({
    line: count('Where it stands in the file; its place in the list, from 1, by default.'),
    date: calendarDate('When somebody went there. Without one the row is left out.'),
    vehicle: label('The van or the driver that went there, by any name.'),
    position: quantity('Where it came in the order of its van on that day.'),
    done_at: timeOfDay('When it was done, seconds since midnight.'),
    address: Type.String({ description: 'Looked up where no coordinates are given.', maxLength: 500 }),
    lat: latitude(),
    lng: longitude(),
    is_doubtful: Type.Boolean({ description: 'The coordinates were found for an address, but not surely.' }),
    time_windows: timeWindows(),
    duration: seconds('Of the work at the stop.'),
    weight: quantity('Kilograms.'),
    volume: quantity('Cubic metres.'),
  }),
  { title: 'DrivenRow', description: 'One stop of a day that was driven.', 'x-all-or-none': ['lat', 'lng'] },
)
export type DrivenRow = Static<typeof DrivenRow>

const StartAndEnd = Type.Object({
  lat: latitude(),
  lng: longitude(),
  ...optionalFields({ label: label('Its address or name.') }),
})

/** Data that no row contains, the same on both sides. */
const assumedFields = optionalFields({
  depot: StartAndEnd,
  time_window: timeWindow(
    'Working hours of all vans; as long as the days were by default, and at least 8:00 to 17:00.',
  ),
  duration: seconds('Of the work at stops whose row has none; 300 by default.'),
  vehicles_per_day: Type.Integer({
    description:
      'Vans of a day on which no row names one: its rows are cut into so many parts, one after the other. 1 by default.',
    minimum: 1,
    maximum: spreadsheetReplayLimits.vehiclesADay,
  }),
  max_weight: quantity('Kilograms that a van carries; the heaviest load of any by default, where rows have weights.'),
  max_volume: quantity('Cubic metres that a van carries; the largest load of any by default, where rows have volumes.'),
  price_per_minute: quantity('Money for each minute of a van.'),
  price_per_distance: quantity('Money for each kilometre of a van.'),
  fuel_type: label('Diesel by default.'),
  consumption: quantity(
    'Per 100 km, in the unit of the fuel; 10 litres of diesel, else what is usual for the fuel, by default.',
  ),
})

const otherFields = optionalFields({
  vehicles: Type.Integer({
    description: 'How many vans more or, below 0, fewer there are on each day; at least one stays.',
    minimum: -spreadsheetReplayLimits.change,
    maximum: spreadsheetReplayLimits.change,
  }),
  time_window: timeWindow('Other working hours of all vans.'),
  depot: StartAndEnd,
})

const sourceFields = optionalFields({
  file_name: label('What the file is called.'),
  columns: Type.Array(Type.Object({ title: label('As the file has it.'), meaning: label('What it was read as.') }), {
    description: 'Which column was read as what; told again with the figures.',
    maxItems: spreadsheetReplayLimits.columns,
  }),
})

export const SpreadsheetReplayInput = record(
  'SpreadsheetReplayInput',
  'Days that were driven, row by row, what is assumed of them, and what is other then.',
  {
    rows: Type.Array(DrivenRow, { minItems: 1, maxItems: spreadsheetReplayLimits.rows }),
    ...optionalFields({
      assumed: Type.Object(assumedFields, { description: 'What no row says; the same before and after.' }),
      other: Type.Object(otherFields, { description: 'What is other after. Nothing: the same vans, optimized.' }),
      seconds: Type.Integer({
        description: 'Time of the search of each day at most; by the number of stops by default.',
        minimum: 1,
        maximum: spreadsheetReplayLimits.seconds,
      }),
    }),
    ...sourceFields,
  },
)
export type SpreadsheetReplayInput = Static<typeof SpreadsheetReplayInput>

/** Settings of a spreadsheet replay, as reported by it: without the rows, which are deleted after the replay. */
export const AskedSpreadsheet = Type.Object(
  {
    assumed: Type.Object(assumedFields),
    other: Type.Object(otherFields),
    ...optionalFields({ seconds: Type.Integer() }),
    ...sourceFields,
  },
  { description: 'Of days from a spreadsheet: what was said of them.' },
)
export type AskedSpreadsheet = Static<typeof AskedSpreadsheet>

export const LeftOutRows = Type.Object({
  reason: oneOf(leftOutReasons),
  count: count('Rows.'),
  lines: Type.Array(Type.Integer(), { description: 'Where they stand in the file; the first fifty.' }),
})
export type LeftOutRows = Static<typeof LeftOutRows>

/** Basis of the figures of days from a spreadsheet, with every assumption spelled out. */
export const SpreadsheetAssumptions = Type.Object(
  {
    rows: count('Of the file.'),
    used: count('That count on both sides.'),
    left_out: Type.Array(LeftOutRows, { description: 'By reason.' }),
    located: count('Rows whose address was looked up.'),
    doubtful: Type.Object({
      count: count('Rows whose place was found, but not surely.'),
      lines: Type.Array(Type.Integer(), { description: 'Where they stand in the file; the first fifty.' }),
    }),
    order: Type.Object(
      {
        position: count('By the column that says the order.'),
        time: count('By the times at which they were done.'),
        row: count('As they stand in the file, which may not be how they were driven.'),
      },
      { description: 'Tours, by what their order was taken from.' },
    ),
    unnamed: count('Rows without a van on a day on which others have one; they are one van more.'),
    without_windows: count('Stops without a window: they are never late.'),
    duration: seconds('Of the work at stops whose row has none.'),
    without_duration: count('Stops whose row has none.'),
    time_window: timeWindow('Working hours before, and after unless others were asked for.'),
    ...optionalFields({
      depot: StartAndEnd,
      max_weight: quantity('Kilograms that a van carries.'),
      max_volume: quantity('Cubic metres that a van carries.'),
      vehicles_per_day: Type.Integer({ description: 'Of days on which no row names a van.' }),
    }),
    unnamed_days: count('Days on which no row names a van.'),
    fuel_type: label(),
    consumption: Type.Optional(quantity('Per 100 km.')),
  },
  { description: 'Of days from a spreadsheet.' },
)
export type SpreadsheetAssumptions = Static<typeof SpreadsheetAssumptions>
