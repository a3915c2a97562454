// Automatic order intake: shops and other programs, how their messages are read, and the result of each.
import Type, { type Static } from 'typebox'
import { encodings } from '../../../encodings.ts'
import { nullable, oneOf, optionalFields, record } from '../../../schema.ts'
import { count, flag, id, label, text, timestamp } from '../../../schemas/fields.ts'
import { Location } from '../../../schemas/location.ts'
import { OrderFetching } from './order-file.ts'
import { ShopTelling } from './shop-telling.ts'

export const orderSourceKinds = ['woocommerce', 'shopify', 'odoo', 'erpnext', 'prestashop', 'custom'] as const
export type OrderSourceKind = (typeof orderSourceKinds)[number]

/** Fields of an order in a message; further fields of its stop are `custom_fields.<name>`. */
export const orderFields = [
  ...['order_id', 'updated_at', 'delivery_date', 'label', 'address', 'lat', 'lng', 'phone', 'email'],
  ...['reference_person', 'comments', 'location_details', 'url', 'weight', 'volume', 'price', 'duration'],
  ...['time_from', 'time_to', 'packages', 'requires', 'cash_on_delivery', 'currency'],
] as const

const path = Type.String({
  description: 'Where in the message, as JSONPath (RFC 9535): $.billing.phone.',
  minLength: 1,
  maxLength: 300,
})

export const OrderCondition = record('OrderCondition', 'Holds where a message says this.', {
  ...optionalFields({
    path,
    header: Type.String({ description: 'A header of the call instead of a path.', minLength: 1, maxLength: 100 }),
    is: Type.Array(Type.String({ maxLength: 200 }), {
      description: 'One of these; anything at all when missing.',
      maxItems: 50,
    }),
  }),
})
export type OrderCondition = Static<typeof OrderCondition>

export const OrderRule = record('OrderRule', 'How one field of an order is read from a message.', {
  field: Type.String({
    description: `One of ${orderFields.join(', ')}, or custom_fields.<name>.`,
    pattern: `^(${orderFields.join('|')}|custom_fields\\.[\\w -]{1,60})$`,
  }),
  paths: Type.Array(path, { description: 'Texts are joined in this order, numbers added up.', maxItems: 10 }),
  ...optionalFields({
    otherwise: Type.Array(path, { description: 'Read where all of `paths` say nothing.', maxItems: 10 }),
    join: Type.String({ description: 'Between joined texts; ", " unless said otherwise.', maxLength: 10 }),
    constant: Type.String({ description: 'The value where the message has none.', maxLength: 500 }),
    split: record('OrderRuleSplit', 'Takes one part of a text.', {
      by: Type.String({ description: 'What stands between the parts.', minLength: 1, maxLength: 10 }),
      take: Type.Integer({ description: 'Which part, from 0; -1 is the last.', minimum: -20, maximum: 19 }),
    }),
    utc: flag('A moment without a zone is in UTC, as Odoo writes it; others are where the project works.'),
    when: Type.Object(
      { ...OrderCondition.properties },
      { description: 'The field has a value only where the message says this.' },
    ),
    factor: Type.Number({ description: 'Numbers are multiplied by it: 0.001 for grams.', minimum: 0, maximum: 1e6 }),
  }),
})
export type OrderRule = Static<typeof OrderRule>

const conditions = (description: string) => Type.Array(OrderCondition, { description, maxItems: 20 })

export const OrderMapping = record('OrderMapping', 'How messages of a source become stops.', {
  fields: Type.Array(OrderRule, { maxItems: 60 }),
  cancel: conditions('Any of them takes the stop out again.'),
  accept: conditions('Any of them makes or changes the stop; every message does where there are none.'),
  plan: record('OrderPlanRule', 'Which plan the stop joins.', {
    day: oneOf(['delivery_date', 'next'], {
      description:
        'That of the delivery day (the next one where the order names none), or the next one that has not begun.',
    }),
    days_ahead: Type.Integer({ description: 'The next plan is at least so many days ahead.', minimum: 0, maximum: 60 }),
    label: Type.Optional(label('Only plans of this name; new ones get it.')),
  }),
  encoding: Type.Optional(
    oneOf(encodings, {
      description:
        'How the letters of its text files are encoded, however they come in. Guessed for each file when missing.',
    }),
  ),
})
export type OrderMapping = Static<typeof OrderMapping>

export const OrderSignature = record('OrderSignature', 'How a source signs: HMAC-SHA256 over the body.', {
  header: Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9-]+$' }),
  encoding: oneOf(['base64', 'hex']),
})
export type OrderSignature = Static<typeof OrderSignature>

export const OrderSource = record('OrderSource', 'A shop or another program whose orders become stops.', {
  id: id(),
  organization_id: id(),
  project_id: id(),
  kind: oneOf(orderSourceKinds),
  label: label(),
  enabled: flag('Messages are refused while it is off.'),
  mapping: OrderMapping,
  signed: flag('Whether messages must carry the signature.'),
  created_at: timestamp(),
  updated_at: timestamp(),
  ...optionalFields({
    created_by: id(),
    signature: OrderSignature,
    telling: ShopTelling,
    fetching: OrderFetching,
    fetched_at: timestamp('When its files were looked for last.'),
    fetch_problem: text('Why that did not work the last time.'),
  }),
})
export type OrderSource = Static<typeof OrderSource>

export const OrderSourceCreated = record('OrderSourceCreated', 'A source; its address is shown this once.', {
  ...OrderSource.properties,
  address: Type.Optional(Type.String({ description: 'Where the shop sends its messages.' })),
})
export type OrderSourceCreated = Static<typeof OrderSourceCreated>

const writable = {
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  enabled: Type.Optional(flag()),
  mapping: Type.Optional(OrderMapping),
  signature: Type.Optional(nullable(OrderSignature)),
  secret: Type.Optional(
    nullable(
      Type.String({ description: 'What the source signs with; it is never shown.', minLength: 1, maxLength: 500 }),
    ),
  ),
}

export const OrderSourceInput = record('OrderSourceInput', 'A new source; what is left out is as its kind has it.', {
  project_id: id(),
  kind: oneOf(orderSourceKinds),
  ...writable,
})
export type OrderSourceInput = Static<typeof OrderSourceInput>

export const OrderSourceUpdate = record('OrderSourceUpdate', 'What changes in a source.', writable)
export type OrderSourceUpdate = Static<typeof OrderSourceUpdate>

const anything = (description: string) => Type.Unsafe<unknown>({ description })

export const OrderSourcePreset = record('OrderSourcePreset', 'How the messages of a kind of source are read.', {
  kind: oneOf(orderSourceKinds),
  mapping: OrderMapping,
  sample: anything('A message as it sends them.'),
  ...optionalFields({ signature: OrderSignature }),
})
export type OrderSourcePreset = Static<typeof OrderSourcePreset>

export const OrderPreviewInput = record('OrderPreviewInput', 'A message to try a mapping on.', {
  project_id: id(),
  mapping: OrderMapping,
  sample: anything('The message.'),
  headers: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      description: 'Headers of the call, in small letters.',
      additionalProperties: { type: 'string', maxLength: 1_000 },
      maxProperties: 50,
    }),
  ),
})
export type OrderPreviewInput = Static<typeof OrderPreviewInput>

export const OrderPreview = record('OrderPreview', 'What would come of a message.', {
  action: oneOf(['keep', 'cancel', 'ignore'], { description: 'Make or change the stop, take it out, or nothing.' }),
  problems: Type.Array(record('OrderProblem', 'What cannot be read.', { field: Type.String(), reason: Type.String() })),
  ...optionalFields({
    order_id: Type.String(),
    updated_at: timestamp(),
    day: Type.String({ description: 'The delivery day, 2026-01-31.' }),
    address: Type.String({ description: 'What is looked for.' }),
    location: Location,
    stop: Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'The fields of the stop.' }),
  }),
})
export type OrderPreview = Static<typeof OrderPreview>

export const orderResults = [
  ...['waiting', 'created', 'changed', 'unchanged', 'canceled'],
  ...['outdated', 'ignored', 'too_late', 'refused'],
] as const

export const OrderMessage = record('OrderMessage', 'A message of a source and what came of it.', {
  id: id(),
  received_at: timestamp(),
  result: oneOf(orderResults, {
    description: 'outdated: a later one was there before; too_late: the stop was done already; refused: see detail.',
  }),
  body: anything('As it came.'),
  ...optionalFields({
    order_id: Type.String(),
    detail: text(),
    stop_id: id(),
    encoding: oneOf(encodings, { description: 'As what the letters of the table were read where the order stood.' }),
  }),
})
export type OrderMessage = Static<typeof OrderMessage>

export const OrderReceived = record('OrderReceived', 'The message is kept, and worked on at once.', {
  received: count(
    'How many orders came: 1, the rows of a table, or 0 where a program only asked whether somebody is there.',
  ),
  message_id: Type.Optional(id()),
})
