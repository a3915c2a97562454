// Alerts that reach a page or an app that is closed (Web Push): which device gets them, and the key that it subscribes with.
import Type, { type Static } from 'typebox'
import { record } from '../../../schema.ts'
import { flag } from '../../../schemas/fields.ts'

const endpoint = Type.String({
  description: "The address of the subscription at the browser's push service; https, and a public host.",
  minLength: 1,
  maxLength: 2_000,
})
const base64url = (description: string, characters: number) =>
  Type.String({ description, pattern: `^[A-Za-z0-9_-]{${characters}}=*$`, maxLength: characters + 2 })

export const PushKey = record('PushKey', 'What a browser needs to subscribe.', {
  public_key: Type.String({
    description: "The service's key (RFC 8292) as base64url. After it changed, devices subscribe anew.",
  }),
})

export const PushDeviceInput = record('PushDeviceInput', 'The subscription of a browser.', {
  endpoint,
  p256dh: base64url('Public key of the subscription, 65 bytes.', 87),
  auth: base64url('Secret of the subscription, 16 bytes.', 22),
  public_key: Type.String({ description: "The service's key that it was made with.", maxLength: 100 }),
  language: Type.Optional(Type.String({ description: 'Of the words; English without one.', maxLength: 35 })),
})
export type PushDeviceInput = Static<typeof PushDeviceInput>

export const PushDeviceEnd = record('PushDeviceEnd', 'The subscription that ends.', { endpoint })

export const PushDeviceState = record('PushDeviceState', 'Whether alerts go to this device.', {
  is_on: flag(),
})

/** What a device is sent, encrypted for it alone: nobody on the way reads it, and the words of a message are not in it. */
export interface PushPayload {
  title: string
  body: string
  /** Replaces an older alert of the same kind. */
  tag: string
  /** What a tap opens, below the page's own address. */
  path: string
}
