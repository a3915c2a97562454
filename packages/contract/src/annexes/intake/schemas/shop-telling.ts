// Notifications to a shop about its orders: its address, the states it is notified of, and the results.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../../../schema.ts'
import { count, flag, id, text, timestamp } from '../../../schemas/fields.ts'
import { messageLanguages } from '../../../schemas/message.ts'

export const orderStates = ['planned', 'under_way', 'done', 'failed'] as const
export type OrderState = (typeof orderStates)[number]

const shopValue = (description: string) => Type.String({ description, minLength: 1, maxLength: 100 })

export const ShopStates = record(
  'ShopStates',
  'What the shop gets for each state; one that is missing is not told. For WooCommerce the status of the order, or note for a note alone; for Shopify the status of the fulfillment event; for PrestaShop the number of the order state; for Odoo and ERPNext note (for ERPNext also the value of the field); for other programs any word.',
  optionalFields({
    planned: shopValue('The stop is on a route that was handed to its driver.'),
    under_way: shopValue('Its route has begun.'),
    done: shopValue('It was completed.'),
    failed: shopValue('It was canceled, done in part, or left undone when its day was closed.'),
  }),
)
export type ShopStates = Static<typeof ShopStates>

const ofShop = {
  url: Type.String({ description: 'Address of the shop, https://shop.example.', minLength: 1, maxLength: 500 }),
  ...optionalFields({
    user: Type.String({
      description: 'WooCommerce: consumer key. ERPNext: API key. Odoo: sign-in name of the user.',
      minLength: 1,
      maxLength: 200,
    }),
    database: Type.String({ description: 'Odoo: name of the database.', minLength: 1, maxLength: 100 }),
    field: Type.String({
      description: 'ERPNext: a field of the order that gets the value, beside the comment.',
      pattern: '^[a-z][a-z0-9_]{0,60}$',
    }),
  }),
}

export const ShopTelling = record('ShopTelling', 'How a shop is told what became of its orders.', {
  ...ofShop,
  language: oneOf(messageLanguages, { description: 'Of notes and messages in the shop.' }),
  states: ShopStates,
})
export type ShopTelling = Static<typeof ShopTelling>

export const ShopTellingInput = record('ShopTellingInput', 'How a shop is told; it replaces what was said before.', {
  ...ofShop,
  language: Type.Optional(oneOf(messageLanguages, { description: 'English unless said otherwise.' })),
  states: Type.Optional(ShopStates),
  secret: Type.Optional(
    Type.String({
      description:
        'WooCommerce: consumer secret. Shopify: access token. Odoo: API key. ERPNext: API secret. PrestaShop: web service key. Others: sent as bearer token. Encrypted, never shown; left out, the one before is kept.',
      minLength: 1,
      maxLength: 500,
    }),
  ),
})
export type ShopTellingInput = Static<typeof ShopTellingInput>

export const ShopTrial = record('ShopTrial', 'Whether the shop answers to what was entered.', {
  ok: flag(),
  detail: text('What the shop answered, or what went wrong.'),
})
export type ShopTrial = Static<typeof ShopTrial>

export const ToldState = record('ToldState', 'A state that a shop was told, or was to be told.', {
  id: id(),
  created_at: timestamp(),
  order_id: Type.String(),
  state: oneOf(orderStates),
  ok: flag('Whether the shop took it.'),
  duration_ms: count('Milliseconds until the shop had answered.'),
  ...optionalFields({ stop_id: id(), detail: text('What was done, or what went wrong.') }),
})
export type ToldState = Static<typeof ToldState>
