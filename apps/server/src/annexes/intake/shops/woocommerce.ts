// WooCommerce by its REST API v3: a private note on the order with the link, and the order's status where one is given.
import { basic, noteOnly, type Shop } from './shop.ts'

const api = '/wp-json/wc/v3'

export const woocommerce: Shop = {
  values: { planned: noteOnly, under_way: noteOnly, done: 'completed', failed: noteOnly },
  needs: ['user', 'secret'],
  headers: ({ telling, secret }) => ({ authorization: basic(telling.user ?? '', secret) }),
  async ask(call) {
    const { body } = await call({ method: 'GET', path: `${api}/orders?per_page=1` })
    if (!Array.isArray(body)) throw new Error('This is not the REST API of WooCommerce')
    return 'The orders can be read'
  },
  async tell(call, { orderId, value, note, isRepeated }) {
    const order = `${api}/orders/${encodeURIComponent(orderId)}`
    const isThere = isRepeated && hasNote((await call({ method: 'GET', path: `${order}/notes` })).body, note)
    if (!isThere) await call({ method: 'POST', path: `${order}/notes`, body: { note, customer_note: false } })
    if (value === noteOnly) return 'Note written'
    await call({ method: 'PUT', path: order, body: { status: value } })
    return `Note written, status ${value}`
  },
}

function hasNote(notes: unknown, note: string): boolean {
  return Array.isArray(notes) && notes.some((other: { note?: unknown }) => other?.note === note)
}
