// Shops that keep what they are told, made after the public documentation of their interfaces: no more than what is asked of them
// here. What they do not know they refuse, as the real ones do.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  method: string
  path: string
  authorization: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

type Answer = [status: number, body?: unknown]

export interface FakeShop {
  readonly url: string
  readonly asked: Asked[]
  /** Refuses this many of the next calls that change something. */
  refuse(times: number, status?: number): void
  close(): Promise<void>
}

export async function openFakeShop(answer: (asked: Asked) => Answer): Promise<FakeShop> {
  const asked: Asked[] = []
  let refusals = 0
  let refusal = 503
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { method = '', url = '', headers } = request
    const one = { method, path: decodeURIComponent(url), authorization: headers.authorization, headers, body }
    asked.push(one)
    const isRefused = method !== 'GET' && refusals-- > 0
    const [status, sent] = isRefused ? [refusal, { message: 'closed for repairs' }] : answer(one)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(sent ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    refuse(times, status = 503) {
      refusals = times
      refusal = status
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const key = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** WooCommerce REST API v3: orders and their notes. */
export function wooCommerce(state: { notes: { note: string; customer_note: boolean }[]; status: string }) {
  return ({ method, path, authorization, body }: Asked): Answer => {
    if (authorization !== key('ck_1', 'cs_1')) return [401, { code: 'woocommerce_rest_cannot_view', message: 'Sorry' }]
    if (method === 'GET' && path.startsWith('/wp-json/wc/v3/orders?')) return [200, []]
    const part = /^\/wp-json\/wc\/v3\/orders\/A-1(\/notes)?$/.exec(path)
    if (!part) return [404, { code: 'woocommerce_rest_shop_order_invalid_id', message: 'Invalid ID.' }]
    if (part[1] && method === 'GET') return [200, state.notes]
    if (part[1]) return [201, state.notes[state.notes.push(JSON.parse(body)) - 1]]
    const { status } = JSON.parse(body)
    if (!['processing', 'completed'].includes(status)) return [400, { message: 'Invalid parameter(s): status' }]
    state.status = status
    return [200, { id: 1, status }]
  }
}

/** Shopify Admin GraphQL: fulfillments of one order. */
export function shopifyShop(state: {
  fulfillments: { id: string; status: string; tracking?: object; events: string[] }[]
}) {
  return ({ path, headers, body }: Asked): Answer => {
    if (headers['x-shopify-access-token'] !== 'shpat_1') return [401, { errors: 'Invalid API key or access token' }]
    if (!/^\/admin\/api\/\d{4}-\d{2}\/graphql\.json$/.test(path)) return [404]
    const { query, variables } = JSON.parse(body)
    if (query.includes('shop { name }')) return [200, { data: { shop: { name: 'Fruit' } } }]
    if (query.includes('fulfillmentCreate(')) {
      const made = { id: 'gid://shopify/Fulfillment/1', status: 'SUCCESS', events: [] as string[] }
      state.fulfillments.push({ ...made, tracking: variables.fulfillment.trackingInfo })
      return [200, { data: { fulfillmentCreate: { fulfillment: made, userErrors: [] } } }]
    }
    if (query.includes('fulfillmentEventCreate(')) {
      const { fulfillmentId, status } = variables.event
      state.fulfillments.find(({ id }) => id === fulfillmentId)!.events.push(status)
      return [200, { data: { fulfillmentEventCreate: { fulfillmentEvent: { id: 'x' }, userErrors: [] } } }]
    }
    if (variables.id !== 'gid://shopify/Order/A-1') return [200, { data: { order: null } }]
    const fulfillments = state.fulfillments.map(({ id, status, events }) => ({
      id,
      status,
      events: { nodes: events.map((event) => ({ status: event })) },
    }))
    const left = state.fulfillments.length > 0 ? 'CLOSED' : 'OPEN'
    const fulfillmentOrders = { nodes: [{ id: 'gid://shopify/FulfillmentOrder/1', status: left }] }
    return [200, { data: { order: { fulfillments, fulfillmentOrders } } }]
  }
}

/** Odoo's JSON-RPC: one sales order with its messages. */
export function odooShop(state: { messages: string[] }) {
  return ({ path, body }: Asked): Answer => {
    if (path !== '/jsonrpc') return [404]
    const { method, args } = JSON.parse(body).params
    const result = (value: unknown): Answer => [200, { jsonrpc: '2.0', id: 1, result: value }]
    if (method === 'authenticate') return result(args[0] === 'db' && args[1] === 'me' && args[2] === 'key' && 2)
    const [, , , model, name, list, named] = args
    if (model === 'mail.message')
      return result(state.messages.filter((message) => message.includes(list[0][2][2])).length)
    if (name === 'search') return result(list[0].length === 0 || list[0][0][2] === 'A-1' ? [31] : [])
    if (name === 'message_post') return result(state.messages.push(named.body))
    return [
      200,
      { jsonrpc: '2.0', id: 1, error: { message: 'Odoo Server Error', data: { message: 'no such method' } } },
    ]
  }
}

/** Frappe's REST interface: comments, and a sales order. */
export function erpNext(state: { comments: { content: string }[]; order: Record<string, unknown> }) {
  return ({ method, path, authorization, body }: Asked): Answer => {
    if (authorization !== 'token key:secret') return [403, { exc_type: 'PermissionError' }]
    if (path === '/api/resource/Comment' && method === 'POST') {
      return [200, { data: state.comments[state.comments.push(JSON.parse(body)) - 1] }]
    }
    if (path.startsWith('/api/resource/Comment?filters=')) {
      const content = JSON.parse(path.split('filters=')[1]!).find(([name]: string[]) => name === 'content')[2]
      return [200, { data: state.comments.filter((comment) => comment.content === content) }]
    }
    if (path.startsWith('/api/resource/Sales Order?')) return [200, { data: [] }]
    if (path !== '/api/resource/Sales Order/A-1') return [404, { exc_type: 'DoesNotExistError' }]
    Object.assign(state.order, JSON.parse(body))
    return [200, { data: state.order }]
  }
}

/** PrestaShop's web service: the history of order 5. */
export function prestaShop(state: { history: string[] }) {
  return ({ method, path, authorization, body, headers }: Asked): Answer => {
    if (authorization !== key('KEY', ''))
      return [401, { errors: [{ code: 17, message: 'Invalid authentication key' }] }]
    if (path.startsWith('/api/order_states?')) return [200, { order_states: [{ id: 4 }, { id: 5 }] }]
    if (method === 'GET') {
      if (!path.startsWith('/api/orders/5?')) return [404]
      return [200, { order: { id: 5, current_state: Number(state.history.at(-1) ?? 2) } }]
    }
    const written = /<id_order>5<\/id_order><id_order_state>(\d+)<\/id_order_state>/.exec(body)
    if (path !== '/api/order_histories' || headers['content-type'] !== 'text/xml' || !written) return [400]
    state.history.push(written[1]!)
    return [201]
  }
}
