// Alerts to a closed page or app (Web Push): devices, and the key for subscribing.
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

/** Data sent to a device, encrypted for it alone: nobody in between can read it, and it does not contain the text of a message. */
export interface PushPayload {
  title: string
  body: string
  /** Replaces an older alert of the same kind. */
  tag: string
  /** Target of a tap, below the page's own address. */
  path: string
}
