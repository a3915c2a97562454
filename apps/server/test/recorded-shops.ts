// Deliveries of shops as they were recorded (fixtures/shops), sent as these shops send them: their bytes, headers and signature.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'

export const recordedShops = ['woocommerce', 'shopify', 'odoo', 'erpnext', 'prestashop'] as const
export type RecordedShop = (typeof recordedShops)[number]

export interface Recording {
  name: string
  headers: Readonly<Record<string, string>>
  body?: Readonly<Record<string, unknown>>
  /** Instead of JSON. */
  form?: string
  /** The number of an order that JavaScript cannot hold. */
  raw_id?: string
}

const read = (shop: RecordedShop): Recording[] =>
  JSON.parse(readFileSync(new URL(`fixtures/shops/${shop}.json`, import.meta.url), 'utf8'))

const all = Object.fromEntries(recordedShops.map((shop) => [shop, read(shop)])) as Record<RecordedShop, Recording[]>

export const listRecordings = (shop: RecordedShop): readonly Recording[] => all[shop]

/** Throws where there is none of this name. */
export function recording(shop: RecordedShop, name: string): Recording {
  const found = all[shop].find((entry) => entry.name === name)
  if (!found) throw new Error(`${shop} has no recording "${name}"`)
  return found
}

const escaped = (text: string, pattern: RegExp) =>
  text.replace(pattern, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

const notAscii = /[\u0080-\uffff]/g

/** JSON as Python's json.dumps writes it: spaces after commas and colons, and nothing but ASCII. */
function asPython(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asPython).join(', ')}]`
  if (typeof value !== 'object' || value === null) return escaped(JSON.stringify(value), notAscii)
  const entries = Object.entries(value).map(([key, one]) => `${asPython(key)}: ${asPython(one)}`)
  return `{${entries.join(', ')}}`
}

/** How the languages of the shops write JSON; signatures are made over exactly these bytes. */
const writers: Record<RecordedShop, (body: unknown) => string> = {
  // PHP: slashes and everything beyond ASCII escaped.
  woocommerce: (body) => escaped(JSON.stringify(body).replaceAll('/', '\\/'), notAscii),
  // Rails: the signs of HTML escaped.
  shopify: (body) => escaped(JSON.stringify(body), /[<>&\u2028\u2029]/g),
  odoo: asPython,
  erpnext: asPython,
  prestashop: (body) => escaped(JSON.stringify(body).replaceAll('/', '\\/'), notAscii),
}

const signatureHeaders: Partial<Record<RecordedShop, string>> = {
  woocommerce: 'X-WC-Webhook-Signature',
  shopify: 'X-Shopify-Hmac-Sha256',
  erpnext: 'X-Frappe-Webhook-Signature',
}

export interface Delivery {
  headers: Record<string, string>
  bytes: Buffer
}

/** The same recording anew, as a later delivery or another order. WooCommerce's question is not signed. */
export function getDelivery(
  shop: RecordedShop,
  { headers, body, form, raw_id }: Recording,
  secret: string,
  changes: { body?: object; headers?: Record<string, string> } = {},
): Delivery {
  const written = form ?? writers[shop]({ ...body, ...changes.body })
  const text = raw_id ? written.replaceAll(String(body!.id), raw_id) : written
  const bytes = Buffer.from(text)
  const header = form === undefined ? signatureHeaders[shop] : undefined
  const signature = header ? { [header]: createHmac('sha256', secret).update(bytes).digest('base64') } : {}
  return { headers: { ...headers, ...changes.headers, ...signature }, bytes }
}

/** Sends by plain HTTP, which adds only the headers that a connection needs; returns the status and the body. */
export function send(address: string, { headers, bytes }: Delivery): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const call = request(address, { method: 'POST', headers: { ...headers, 'Content-Length': bytes.length } })
    call.on('error', reject)
    call.on('response', async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      const text = Buffer.concat(parts).toString()
      resolve({ status: answer.statusCode!, body: text === '' ? undefined : JSON.parse(text) })
    })
    call.end(bytes)
  })
}
