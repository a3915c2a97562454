// Odoo by its external JSON-RPC interface: a note in the messages of the sales order. Deliveries (stock.picking) are left alone:
// validating one books goods out of stock, which is for people in the warehouse.
import type { Shop, ShopKey } from './shop.ts'
import { noteOnly } from './shop.ts'
import { type CallShop, ShopRefused } from './shop-call.ts'

export const odoo: Shop = {
  values: { planned: noteOnly, under_way: noteOnly, done: noteOnly, failed: noteOnly },
  needs: ['user', 'database', 'secret'],
  headers: () => ({}),
  async ask(call, key) {
    await execute(call, key, 'sale.order', 'search', [[]], { limit: 1 })
    return 'The orders can be read'
  },
  async tell(call, { orderId, note, isRepeated }, key) {
    const found = await execute<number[]>(call, key, 'sale.order', 'search', [[['name', '=', orderId]]], { limit: 2 })
    if (found.length !== 1) throw new ShopRefused(`Odoo has ${found.length || 'no'} orders of the name ${orderId}`)
    const text = note.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    if (isRepeated && (await hasNote(call, key, found[0]!, note))) return 'The note was there already'
    await execute(call, key, 'sale.order', 'message_post', [found], { body: text, message_type: 'comment' })
    return 'Note written'
  },
}

async function hasNote(call: CallShop, key: ShopKey, orderId: number, note: string): Promise<boolean> {
  const ofOrder = [
    ['model', '=', 'sale.order'],
    ['res_id', '=', orderId],
    ['body', 'ilike', note.split(' http')[0]],
  ]
  return (await execute<number>(call, key, 'mail.message', 'search_count', [ofOrder], {})) > 0
}

/** Signs in and calls a method of a model: Odoo keeps no session for keys. */
async function execute<Answer>(
  call: CallShop,
  { telling, secret }: ShopKey,
  model: string,
  method: string,
  args: unknown[],
  named: object,
): Promise<Answer> {
  const user = await rpc<number | false>(call, 'common', 'authenticate', [telling.database, telling.user, secret, {}])
  if (!user) throw new ShopRefused('Odoo does not know this user and key')
  return rpc<Answer>(call, 'object', 'execute_kw', [telling.database, user, secret, model, method, args, named])
}

async function rpc<Answer>(call: CallShop, service: string, method: string, args: unknown[]): Promise<Answer> {
  const body = { jsonrpc: '2.0', id: 1, method: 'call', params: { service, method, args } }
  const answer = await call({ method: 'POST', path: '/jsonrpc', body })
  const { result, error } = Object(answer.body) as { result?: Answer; error?: { data?: { message?: string } } }
  if (error) throw new ShopRefused(`Odoo: ${error.data?.message ?? 'refused without a reason'}`.slice(0, 500))
  if (result === undefined) throw new ShopRefused('This is not the interface of Odoo')
  return result
}
