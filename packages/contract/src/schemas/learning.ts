// Service times that a project learns from its own days. Our extension.
import Type, { type Static } from 'typebox'
import { nullable, oneOf, optionalFields, record } from '../schema.ts'
import { calendarDate, count, flag, id, latitude, longitude, quantity, seconds, text, timestamp } from './fields.ts'
import { Coordinates } from './location.ts'

export const learningStates = ['never', 'thin', 'no_better', 'learned'] as const
export const reasonsToLeaveOut = ['typed_together', 'done_together', 'too_far', 'during_pause', 'no_time'] as const

export const LearnedEffect = record('LearnedEffect', 'What is so for many clients: a factor on the given time.', {
  kind: oneOf(['project', 'type', 'load', 'first'], {
    description: 'Of all visits, a kind of stop, a band of load, or first visits.',
  }),
  subject: Type.String({ description: 'The kind of stop, or the number of the band.' }),
  factor: Type.Number({ description: 'On the time that the more general effects give.', minimum: 0 }),
  visits: count('That it rests on.'),
  ...optionalFields({ from_quantity: quantity('Where the band of load begins.') }),
})
export type LearnedEffect = Static<typeof LearnedEffect>

const share = (description: string) => Type.Number({ description, minimum: 0, maximum: 1 })

export const LearnedWindows = record('LearnedWindows', 'Windows of arrival that are made of past days.', {
  is_used: flag('Recipients are told these windows, as far as there are some.'),
  uses_days: flag('With these windows, estimates under way follow what the day is like for all routes.'),
  share: share('So many of them are to hold: 0.8 for eight of ten.'),
  state: oneOf(['never', 'thin', 'learned'], {
    description:
      'never: nobody has looked at past days yet. thin: fewer than 30 routes or 3 days, so the usual windows stay. learned: there are some.',
  }),
  estimates: count('Of the last 60 days whose truth is known.'),
  routes: count('That they are of.'),
  days: count('That they are of.'),
  ...optionalFields({
    kept: share('On days left out, the part of these windows that held.'),
    width: quantity('Their mean width in seconds.'),
    usual_kept: share('The part of the usual windows that would have held for the same estimates.'),
    usual_width: quantity('Their mean width in seconds.'),
    given_error: quantity(
      'By how many seconds estimates under way were wrong on days left out, on average, with nothing learned.',
    ),
    learned_error: quantity('The same with what was learned of pace and breaks; absent where that was no better.'),
    pace: Type.Number({ description: 'So much of the pace of a route goes on: 0 for nothing.' }),
    bias: Type.Number({ description: 'Driving and work take so much longer than planned: 0.02 for a fiftieth.' }),
    break_delay: Type.Number({ description: 'Breaks by the clock begin so many seconds later than planned.' }),
    day_spread: Type.Number({
      description:
        'From one day to the next driving differs by so much as a whole: 0.08 for 8 %. Absent where estimates do not follow the day.',
    }),
  }),
})
export type LearnedWindows = Static<typeof LearnedWindows>

const meters = (description: string) => quantity(`${description} Metres.`)

export const LearnedPlaces = record('LearnedPlaces', 'Doors and parking places that past visits showed.', {
  is_used: flag('Vans go to learned doors and parking places for new stops.'),
  places: count('Clients and addresses with a visit.'),
  doors: count('Doors that were nearer than the map on days left out.'),
  parkings: count('Parking places of which the same is so.'),
  ...optionalFields({
    door_map_error: meters(
      'How far from the place on the map reports were made on days left out: a mean over these doors.',
    ),
    door_error: meters('The same from the learned doors.'),
    parking_map_error: meters(
      'How far from the place on the map vans stood on days left out: a mean over these parking places.',
    ),
    parking_error: meters('The same from the learned parking places.'),
  }),
})
export type LearnedPlaces = Static<typeof LearnedPlaces>

const LearnedBreakHours = record(
  'LearnedBreakHours',
  'When drivers take a break that may lie between two times of the day.',
  {
    start: seconds('Of the day: its beginning at the soonest, as vehicles have it.'),
    end: seconds('Of the day: its end at the latest.'),
    state: oneOf(['thin', 'learned'], {
      description:
        'thin: fewer than 30 routes, 3 days or 20 breaks of which the driver told when they began. learned: there are steps.',
    }),
    routes: count('Of the last 60 days that say something.'),
    days: count('On which they were.'),
    breaks: count('Of which the driver told when they began.'),
    last_seen: calendarDate('The day of the last route.'),
    steps: Type.Array(
      Type.Object({
        at: seconds('Of the day.'),
        share: share('Of the drivers on the road, those who have had the break from then on.'),
      }),
      { description: 'Ascending in both.' },
    ),
  },
)

export const LearnedBreaks = record(
  'LearnedBreaks',
  'When drivers take their breaks, and whether plans leave room for those that they do not have.',
  {
    uses_room: flag('Plans with slack leave room for such breaks, once the project uses learned times.'),
    is_used: flag('They do: the project uses learned times, and enough is known.'),
    hours: Type.Array(LearnedBreakHours, {
      description: 'By the hours of the break, those with the most routes first.',
    }),
  },
)
export type LearnedBreaks = Static<typeof LearnedBreaks>

export const Learning = record('Learning', 'What a project has learned of service times.', {
  project_id: id(),
  uses_service_times: flag('New stops that say no duration get a learned one.'),
  state: oneOf(learningStates, {
    description:
      'never: nobody has looked at past days yet. thin: fewer than 30 visits or 3 days. no_better: on days left out the given times were as good, so they stay. learned: the learned times were better.',
  }),
  visits: count('That say something.'),
  days: count('On which they were.'),
  left_out: Type.Array(
    Type.Object({
      reason: oneOf(reasonsToLeaveOut, {
        description:
          'typed_together: three reports within two minutes. done_together: two visits at one place at one time. too_far: reported from more than 250 m away. during_pause: across the pause of the route. no_time: shorter than 10 s or longer than 4 h.',
      }),
      visits: count(),
    }),
    { description: 'Visits that say nothing.' },
  ),
  ...optionalFields({
    learned_at: timestamp('When past days were looked at last.'),
    given_error: quantity('By how many seconds given times were wrong on days left out, on average.'),
    learned_error: quantity('The same of learned times.'),
  }),
  effects: Type.Array(LearnedEffect),
  windows: LearnedWindows,
  places: LearnedPlaces,
  uses_paces: flag('Plans count with how slow or quick drivers are at stops.'),
  breaks: LearnedBreaks,
})
export type Learning = Static<typeof Learning>

export const LearningInput = record(
  'LearningInput',
  'Whether a project uses what it learned. What is left out stays.',
  {
    ...optionalFields({
      uses_service_times: flag('New stops that say no duration get a learned one.'),
      uses_places: flag('Vans go to learned doors and parking places for new stops.'),
      uses_paces: flag(
        'Plans count with how slow or quick drivers are at stops: their paces are learned at once. Without it nothing of them is kept.',
      ),
      uses_break_room: flag(
        'Plans with slack leave room for breaks that they do not have, as past days tell when drivers eat: so it is where nothing is said and learned times are used.',
      ),
      uses_windows: flag('Recipients are told windows of arrival that are made of past days.'),
      uses_days: flag(
        'Together with these windows, estimates under way follow what the day is like for all routes: so it is where nothing is said.',
      ),
      windows_share: Type.Number({
        description: 'So many of these windows are to hold: 0.8 for eight of ten, which is so where nothing is said.',
        minimum: 0.5,
        maximum: 0.95,
      }),
    }),
  },
)
export type LearningInput = Static<typeof LearningInput>

const DayPart = record('DayPart', 'Driving or work of a day against the plan, as far as it has gone.', {
  factor: Type.Number({ description: 'On what lies ahead: 1.08 for 8 % longer than usual.', exclusiveMinimum: 0 }),
  parts: count('Ways, or visits, that it rests on.'),
  routes: count('That they are of.'),
})

export const DayPace = record('DayPace', 'What a running day is like for all routes of a project.', {
  project_id: id(),
  day: calendarDate('Of its plans.'),
  is_used: flag('Estimates under way follow it.'),
  ...optionalFields({ driving: DayPart, work: DayPart, seen_at: timestamp('When the day was looked at last.') }),
})
export type DayPace = Static<typeof DayPace>

export const LearnedTime = record('LearnedTime', 'How long the work at a client or place takes, with its evidence.', {
  id: id(),
  project_id: id(),
  kind: oneOf(['client', 'place'], { description: 'place: stops there name no client.' }),
  ...optionalFields({
    client_id: id(),
    lat: latitude(),
    lng: longitude(),
    label: text('Of the client, or the address.'),
    given_seconds: seconds("What is planned without learning: the client's default, else that of the project."),
    seconds: seconds('What a usual visit takes, as learned.'),
    spread_seconds: seconds('Half of the visits were nearer than this to what was learned.'),
    last_seen: calendarDate('The day of the last visit.'),
    given_error: quantity('By how many seconds the given time was wrong here on days left out, on average.'),
    learned_error: quantity('The same of the learned time.'),
    fixed_seconds: seconds('What somebody said it takes.'),
  }),
  visits: count('That it rests on.'),
  is_better: flag('On days left out, the learned time was at least as good here as the given one.'),
  is_off: flag('Somebody switched it off.'),
  used: oneOf(['fixed', 'learned', 'given'], {
    description: 'Which of them new stops get, once the project uses what it learned.',
  }),
  learned_at: timestamp(),
})
export type LearnedTime = Static<typeof LearnedTime>

export const LearnedTimeInput = record('LearnedTimeInput', 'A change of a learned time by hand.', {
  ...optionalFields({ is_off: flag('The given time counts instead.') }),
  fixed_seconds: Type.Optional(nullable(seconds('Counts instead of what was learned; null: no longer.'))),
})
export type LearnedTimeInput = Static<typeof LearnedTimeInput>

const pace = (description: string) => Type.Number({ description, minimum: 0.5, maximum: 2 })

const LearnedDriving = record('LearnedDriving', 'How slow or quick somebody drives, with its evidence.', {
  ...optionalFields({
    spread: quantity('Half of the ways were nearer than this part to what is expected of him: 0.15 for 15 %.'),
    last_seen: calendarDate('The day of the last way.'),
    given_error: quantity('By how many seconds ways were wrong on days left out, on average, without his pace.'),
    learned_error: quantity('The same with it.'),
  }),
  factor: Type.Number({ description: 'On the time of each way, as learned: 1.1 for a tenth longer.', minimum: 0 }),
  legs: count('That it rests on.'),
  is_better: flag('It may be used: 30 ways on 3 days, and nearer with it on days left out.'),
  used: oneOf(['fixed', 'learned', 'usual'], { description: 'Which of them plans use.' }),
  used_factor: pace('The factor that plans use, in twentieths; 1 for the usual.'),
})

export const LearnedPace = record(
  'LearnedPace',
  'How slow or quick a driver is at stops, with its evidence; of a vehicle where nobody is known to drive it.',
  {
    id: id(),
    project_id: id(),
    kind: oneOf(['driver', 'vehicle'], { description: 'vehicle: nobody is known to have driven it.' }),
    ...optionalFields({
      driver_id: id(),
      vehicle_id: id(),
      label: text('Of the driver or vehicle.'),
      spread: quantity('Half of the visits were nearer than this part to what is expected of him: 0.15 for 15 %.'),
      last_seen: calendarDate('The day of the last visit.'),
      given_error: quantity('By how many seconds times were wrong on days left out, on average, without his pace.'),
      learned_error: quantity('The same with it.'),
      fixed_factor: pace('What somebody said.'),
      driving: LearnedDriving,
      fixed_driving: pace('What somebody said of his driving.'),
    }),
    factor: Type.Number({ description: 'On the work at each stop, as learned: 1.2 for a fifth longer.', minimum: 0 }),
    visits: count('That it rests on.'),
    is_better: flag('It may be used: 30 visits on 3 days, and nearer with it on days left out.'),
    is_off: flag('Somebody switched it off: he is planned as usual.'),
    used: oneOf(['fixed', 'learned', 'usual'], { description: 'Which of them plans use.' }),
    used_factor: pace('The factor that plans use, in fiftieths; 1 for the usual.'),
    learned_at: timestamp(),
  },
)
export type LearnedPace = Static<typeof LearnedPace>

export const LearnedPaceList = record('LearnedPaceList', 'The paces of a project.', { docs: Type.Array(LearnedPace) })
export type LearnedPaceList = Static<typeof LearnedPaceList>

export const LearnedPaceInput = record('LearnedPaceInput', 'A change of a learned pace by hand.', {
  ...optionalFields({ is_off: flag('He is planned as usual.') }),
  fixed_factor: Type.Optional(nullable(pace('Counts instead of what was learned; null: no longer.'))),
  fixed_driving: Type.Optional(nullable(pace('The same of his driving.'))),
})
export type LearnedPaceInput = Static<typeof LearnedPaceInput>

export const LearnedPoint = record('LearnedPoint', 'Where a door is or a van parks, with its evidence.', {
  lat: latitude(),
  lng: longitude(),
  meters: quantity('From the place on the map, metres.'),
  visits: count('That it rests on, the latest ten at most.'),
  days: count('On which they were.'),
  spread: quantity('Half of the visits were nearer to it than so many metres.'),
  map_error: quantity('How far from the place on the map visits of days left out were, metres: a mean.'),
  learned_error: quantity('The same from what the other days teach.'),
  is_better: flag(
    'It may be used: nearer on days left out by a fifth, half of its visits within 40 m, and farther from the place on the map than phones are off.',
  ),
})
export type LearnedPoint = Static<typeof LearnedPoint>

export const LearnedPlace = record(
  'LearnedPlace',
  'Where the door of a client or address is and where vans park, with its evidence.',
  {
    id: id(),
    project_id: id(),
    kind: oneOf(['client', 'place'], { description: 'place: stops there name no client.' }),
    ...optionalFields({
      client_id: id(),
      label: text('Of the client, or the address.'),
      map: Coordinates,
      door: LearnedPoint,
      parking: LearnedPoint,
      last_seen: calendarDate('The day of the last visit.'),
      fixed: Coordinates,
    }),
    visits: count('Within 180 days, to stops that lie there.'),
    is_by_hand: flag('A driver, a recipient or a dispatcher has set the place that stops have: it stays.'),
    is_off: flag('Somebody switched it off.'),
    used: oneOf(['by_hand', 'parking', 'door', 'map'], {
      description:
        'Where vans go for new stops, once the project uses what it learned. by_hand: to what somebody fixed. map: to the place that the stop has.',
    }),
    learned_at: timestamp(),
  },
)
export type LearnedPlace = Static<typeof LearnedPlace>

export const LearnedPlaceInput = record('LearnedPlaceInput', 'A change of a learned place by hand.', {
  ...optionalFields({ is_off: flag('Vans go to the place that the stop has.') }),
  fixed: Type.Optional(nullable(Coordinates)),
})
export type LearnedPlaceInput = Static<typeof LearnedPlaceInput>

export const StopPlace = record('StopPlace', 'Where the van goes for a stop: learned of its client or address.', {
  lat: latitude(),
  lng: longitude(),
  kind: oneOf(['parking', 'door', 'by_hand'], {
    description: 'parking: where vans park. door: where drivers hand over. by_hand: where somebody said.',
  }),
  ...optionalFields({ door: Coordinates }),
})
export type StopPlace = Static<typeof StopPlace>
