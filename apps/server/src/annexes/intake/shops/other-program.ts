// Any other program: a POST of what happened, to the address as it was entered.
import type { Shop } from './shop.ts'

export const otherProgram: Shop = {
  values: { planned: 'planned', under_way: 'under_way', done: 'done', failed: 'failed' },
  needs: [],
  headers: ({ secret }): Record<string, string> => (secret ? { authorization: `Bearer ${secret}` } : {}),
  async ask(call) {
    const { status } = await call({
      method: 'POST',
      path: '',
      body: { test: true, order_id: 'test', state: 'planned' },
    })
    return `It answered ${status}`
  },
  async tell(call, { orderId, state, value, trackingUrl, note, key, happenedAt }) {
    const body = { order_id: orderId, state, value, tracking_url: trackingUrl, note, happened_at: happenedAt }
    const { status } = await call({ method: 'POST', path: '', headers: { 'idempotency-key': key }, body })
    return `It answered ${status}`
  },
}
