// The kinds of field that records are made of: ids, texts, times, quantities, lists.
import Type from 'typebox'
import type { MessageId } from '../errors.ts'
import * as limits from '../limits.ts'
import { oneOf, optionalFields } from '../schema.ts'

/** The pattern as in the specification. It has no end anchor; minLength and maxLength exclude longer ids. */
export const ID_PATTERN = '^[0-9a-f]{24}'
export const HEX_COLOR_PATTERN = '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$'

export function id(description?: string) {
  return Type.String({ ...about(description), pattern: ID_PATTERN, minLength: 24, maxLength: 24 })
}

export function label(description?: string, options: object = {}) {
  return Type.String({ ...about(description), maxLength: limits.textLength.label, ...options })
}

export function text(description?: string, options: object = {}) {
  return Type.String({ ...about(description), maxLength: limits.textLength.text, ...options })
}

export function email(description?: string) {
  return Type.String({ ...about(description), maxLength: limits.textLength.text })
}

export function url(description?: string) {
  return Type.String({ ...about(description), maxLength: limits.textLength.text })
}

/** An instant: ISO 8601, UTC in responses, any offset in requests. */
export function timestamp(description?: string) {
  return Type.String({ ...about(description), format: 'date-time', 'x-calendar': 'timestamp' })
}

/** Accuracy of the time that a device gives in `of`. */
export function momentWithin(of: string) {
  return Type.Optional(
    Type.Integer({
      description: `Seconds by which \`${of}\` may be off, as the phone's clocks tell.`,
      minimum: 0,
      maximum: limits.MOMENT_WITHIN_SECONDS,
    }),
  )
}

/** A calendar date, or an instant. */
export function dateOrTimestamp(description?: string, options: object = {}) {
  return Type.String({ ...about(description), 'x-calendar': 'date-or-timestamp', ...options })
}

/** A calendar date without a time zone. */
export function calendarDate(description?: string) {
  return Type.String({ ...about(description), pattern: '^\\d{4}-\\d{2}-\\d{2}$', 'x-calendar': 'date-or-timestamp' })
}

/** Seconds since midnight in the project's time zone; above 86,400 it is the following day. */
export function timeOfDay(description?: string) {
  return Type.Integer({ ...about(description), minimum: 0, maximum: limits.MAX_TIME_OF_DAY_SECONDS })
}

/** A duration in seconds. */
export function seconds(description?: string) {
  return Type.Integer({ ...about(description), minimum: 0, maximum: limits.MAX_DURATION_SECONDS })
}

/** A number of things. */
export function count(description?: string) {
  return Type.Integer({ ...about(description), minimum: 0, maximum: limits.pageLimits.maxOffset })
}

/** Number of attempts at a delivery before its goods return to the sender. */
export function maxAttempts(description: string) {
  return Type.Integer({
    description: `Visits after which a delivery that failed goes back to its sender. ${description}`,
    minimum: 1,
    maximum: 20,
  })
}

/** Weight, volume, distance, price: not negative. */
export function quantity(description?: string) {
  return Type.Number({ ...about(description), minimum: 0, maximum: limits.MAX_QUANTITY })
}

/** Any finite number of reasonable size. */
export function number(description?: string) {
  return Type.Number({ ...about(description), minimum: -limits.MAX_QUANTITY, maximum: limits.MAX_QUANTITY })
}

export function flag(description?: string, options: object = {}) {
  return Type.Boolean({ ...about(description), ...options })
}

export function latitude() {
  return Type.Number({ description: 'Degrees north.', minimum: -90, maximum: 90 })
}

export function longitude() {
  return Type.Number({ description: 'Degrees east.', minimum: -180, maximum: 180 })
}

/** [start, end] in seconds since midnight. */
export function timeWindow(description?: string, options: object = {}) {
  return Type.Unsafe<[number, number]>({
    type: 'array',
    description: description ?? 'Start and end, seconds since midnight.',
    items: timeOfDay(),
    minItems: 2,
    maxItems: 2,
    'x-ascending-pair': true,
    ...options,
  })
}

/**
 * The message_id for a window that is not a pair, not in order, or one too many. An end that is not a number keeps the general message_id
 * for wrong types.
 */
export function wrongWindow(messageId: MessageId): Record<string, MessageId> {
  const keywords = ['minItems', 'maxItems', 'x-ascending-pair', 'x-ascending-windows']
  return Object.fromEntries(keywords.map((keyword) => [keyword, messageId]))
}

/** Several windows, in order and disjoint. */
export function timeWindows(description?: string) {
  return Type.Array(timeWindow(undefined, { 'x-ascending-pair': 'moments' }), {
    ...about(description),
    maxItems: limits.timeWindowsPerStop,
    'x-ascending-windows': true,
    'x-message-ids': wrongWindow('highway.stop.error.invalid_time_window'),
  })
}

/** A list of short words: skills. */
export function words(description?: string, options: object = {}) {
  return Type.Array(text(), { ...about(description), maxItems: limits.listLength.skills, ...options })
}

/** A list of ids. */
export function ids(description: string, maxItems: number = limits.listLength.ids) {
  return Type.Array(id(), { description, maxItems })
}

/** Free-form JSON object of the caller. */
export function customFields(description = "The caller's own fields.") {
  return Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description,
    'x-json-limits': { ...limits.customFieldsLimits },
  })
}

/** A colour for drawing. */
export function color(description = 'Hex colour, #3366ff.') {
  return Type.String({ description, pattern: HEX_COLOR_PATTERN, examples: ['#3366ff'] })
}

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Has its own name: generators of older clients fail on values listed inside a list. */
const Weekday = oneOf(weekdays, { title: 'Weekday' })

export function workingDays() {
  return Type.Array(Weekday, { description: 'Days on which the vehicle works; all when empty.', maxItems: 7 })
}

/** When a record was created, changed and deleted: on every soft-deletable record, read-only. */
export const recordTimes = {
  created_at: timestamp('Creation.'),
  updated_at: timestamp('Last change.'),
  deleted: flag('Whether the record was deleted.'),
  ...optionalFields({ deleted_at: timestamp('Deletion.') }),
}

function about(description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description }
}

/** Metres of a distance of several routes or one that are straight lines, whether or not roads are known elsewhere. */
export function straightPart() {
  return quantity('Metres of the distance that are straight lines, because no roads are known there: an estimate.')
}

/** Metres of what is added to a distance that are straight lines; of either sign. */
export function addedStraightPart() {
  return number('Metres of added_distance that are straight lines, because no roads are known there: an estimate.')
}

/** Metres of a distance that are straight lines, for the field next to that distance of a route. */
export function straightDistance() {
  return quantity(
    'Metres of the distance that are straight lines, because no roads are known there: an estimate. Absent where all of it is on roads, or no roads are known at all.',
  )
}
