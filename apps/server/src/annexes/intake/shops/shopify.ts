// Shopify by its GraphQL Admin API: the order is fulfilled with the tracking link at its first state, then each state is an event of
// the fulfillment.
import type { Shop, Told } from './shop.ts'
import { type CallShop, ShopRefused } from './shop-call.ts'

/** Versions are kept for a year at least; an older one is answered by the oldest that is kept. */
const path = '/admin/api/2026-07/graphql.json'

interface Fulfillment {
  id: string
  status: string
  events: { nodes: { status: string }[] }
}
interface ShopifyOrder {
  fulfillments: Fulfillment[]
  fulfillmentOrders: { nodes: { id: string; status: string }[] }
}

export const shopify: Shop = {
  // Fulfilling an order tells the customer, so a plan alone is not told.
  values: { under_way: 'OUT_FOR_DELIVERY', done: 'DELIVERED', failed: 'ATTEMPTED_DELIVERY' },
  needs: ['secret'],
  headers: ({ secret }) => ({ 'x-shopify-access-token': secret }),
  async ask(call) {
    const { shop } = await query<{ shop?: { name?: string } }>(call, 'query { shop { name } }', {})
    return `The shop ${shop?.name ?? ''} answers`
  },
  async tell(call, told) {
    const order = await findOrder(call, told.orderId)
    const known = order.fulfillments.find(({ status }) => status !== 'CANCELLED')
    const fulfillment = known ?? (await fulfil(call, order, told))
    const last = fulfillment.events.nodes.at(-1)
    if (told.isRepeated && last?.status === told.value) return `Event ${told.value} was there already`
    await createEvent(call, fulfillment.id, told)
    return `Event ${told.value}`
  },
}

async function findOrder(call: CallShop, orderId: string): Promise<ShopifyOrder> {
  const { order } = await query<{ order: ShopifyOrder | null }>(
    call,
    `query ($id: ID!) { order(id: $id) {
      fulfillments(first: 20) { id status events(first: 100, sortKey: HAPPENED_AT) { nodes { status } } }
      fulfillmentOrders(first: 20) { nodes { id status } } } }`,
    { id: `gid://shopify/Order/${orderId}` },
  )
  if (!order) throw new ShopRefused(`The shop has no order ${orderId}`)
  return order
}

async function fulfil(call: CallShop, order: ShopifyOrder, { orderId, trackingUrl, key }: Told): Promise<Fulfillment> {
  const open = order.fulfillmentOrders.nodes.filter(({ status }) => status === 'OPEN' || status === 'IN_PROGRESS')
  if (open.length === 0) throw new ShopRefused(`Nothing of order ${orderId} is left to fulfill`)
  const { fulfillmentCreate } = await query<{
    fulfillmentCreate: { fulfillment: { id: string; status: string } | null; userErrors: UserErrors }
  }>(
    call,
    `mutation ($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) {
      fulfillment { id status } userErrors { message } } }`,
    {
      fulfillment: {
        lineItemsByFulfillmentOrder: open.map(({ id }) => ({ fulfillmentOrderId: id })),
        ...(trackingUrl ? { trackingInfo: { url: trackingUrl, number: key.slice(0, 24) } } : {}),
      },
    },
  )
  requireNone(fulfillmentCreate.userErrors)
  return { ...fulfillmentCreate.fulfillment!, events: { nodes: [] } }
}

async function createEvent(call: CallShop, fulfillmentId: string, { value, happenedAt }: Told): Promise<void> {
  const { fulfillmentEventCreate } = await query<{ fulfillmentEventCreate: { userErrors: UserErrors } }>(
    call,
    `mutation ($event: FulfillmentEventInput!) { fulfillmentEventCreate(fulfillmentEvent: $event) {
      fulfillmentEvent { id } userErrors { message } } }`,
    { event: { fulfillmentId, status: value, happenedAt: happenedAt.toISOString() } },
  )
  requireNone(fulfillmentEventCreate.userErrors)
}

type UserErrors = readonly { message: string }[]

function requireNone(errors: UserErrors): void {
  if (errors.length > 0) throw new ShopRefused(errors.map(({ message }) => message).join('; '))
}

/** Sends a query; GraphQL returns 200 even for refusals. */
async function query<Data>(call: CallShop, text: string, variables: object): Promise<Data> {
  const { body } = await call({ method: 'POST', path, body: { query: text, variables } })
  const { data, errors } = Object(body) as { data?: Data; errors?: unknown }
  if (Array.isArray(errors)) requireNone(errors as UserErrors)
  if (!data) throw new ShopRefused('This is not the Admin API of Shopify')
  return data
}
