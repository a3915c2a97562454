// PrestaShop by its web service: a line in the history of the order, which gives it its state. It is written as XML, the only form
// that the web service takes.
import type { Shop } from './shop.ts'
import { basic } from './shop.ts'
import { type CallShop, ShopRefused } from './shop-call.ts'

export const prestashop: Shop = {
  // The numbers that a new shop comes with: 4 shipped, 5 delivered.
  values: { under_way: '4', done: '5' },
  needs: ['secret'],
  headers: ({ secret }) => ({ authorization: basic(secret, '') }),
  async ask(call) {
    const { body } = await call({ method: 'GET', path: '/api/order_states?output_format=JSON&display=full&limit=1' })
    if (!(Object(body) as { order_states?: unknown }).order_states) throw new ShopRefused('This is not its web service')
    return 'The states of orders can be read'
  },
  async tell(call, { orderId, value }) {
    // The ready mapping joins the order's reference, which parts of an order share, and its number.
    const number = /(\d+)$/.exec(orderId.trim())?.[1]
    if (!number) throw new ShopRefused(`The order ${orderId} does not end with the number that the shop knows it by`)
    if (!/^\d{1,9}$/.test(value)) throw new ShopRefused(`${value} is no number of an order state`)
    if ((await currentState(call, number)) === value) return `State ${value} was there already`
    const body = `<?xml version="1.0" encoding="UTF-8"?><prestashop><order_history><id_order>${number}</id_order><id_order_state>${value}</id_order_state></order_history></prestashop>`
    await call({ method: 'POST', path: '/api/order_histories', headers: { 'content-type': 'text/xml' }, body })
    return `State ${value}`
  },
}

async function currentState(call: CallShop, number: string): Promise<string | undefined> {
  const { body } = await call({ method: 'GET', path: `/api/orders/${number}?output_format=JSON` })
  const { order } = Object(body) as { order?: { current_state?: unknown } }
  return order?.current_state === undefined ? undefined : String(order.current_state)
}
