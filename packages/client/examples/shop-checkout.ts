// A shop with one page: customers choose a delivery window, pay (skipped here), and the shop books the window they hold. SHOP_PORT is its
// port (4173); without ROUTEWRIGHT_PROJECT the first project takes the orders.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectFromEnvironment } from './connection.ts'

const { ROUTEWRIGHT_URL = 'http://127.0.0.1:8080', ROUTEWRIGHT_KEY = '', SHOP_PORT = '4173' } = process.env
const project = process.env.ROUTEWRIGHT_PROJECT ?? (await connectFromEnvironment().listProjects()).docs[0]!.id

/** An order stored by the shop; a real shop stores it in its database. */
interface Order {
  checkoutId: string
  token: string
}
const orders = new Map<string, Order>()

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: responses of several shapes
  body: any
}

/** Calls the service with the key, which never leaves the server. */
async function call(path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${ROUTEWRIGHT_URL}${path}?private_key=${ROUTEWRIGHT_KEY}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

/** Opens a checkout for the basket: 12 kg, ten minutes at the door. The customer enters the place. */
async function openOrder(origin: string): Promise<string> {
  const { status, body } = await call(`/app/v1/project/${project}/checkouts`, {
    stop: { duration: 600, weight: 12, comments: 'Table and two chairs' },
    origins: [origin],
  })
  if (status !== 201) throw new Error(body.message)
  const number = randomUUID()
  orders.set(number, { checkoutId: body.id, token: body.token })
  return number
}

/** Called just before payment: turns the chosen window into a stop, or tells the shop that the customer must choose again. */
async function bookOrder(number: string, form: URLSearchParams): Promise<Answer> {
  const stop = {
    label: form.get('name') ?? '',
    external_id: number,
    ...(form.get('phone') && { phone: form.get('phone') }),
  }
  const { checkoutId } = orders.get(number)!
  return await call(`/app/v1/checkout/${checkoutId}/book`, { slot_promise_id: form.get('slot_promise_id'), stop })
}

const server = createServer(async (request, response) => {
  const origin = `http://${request.headers.host}`
  const send = (title: string, main: string, status = 200) =>
    response
      .writeHead(status, {
        'content-type': 'text/html; charset=utf-8',
        // A policy as strict as a shop's may be: only the service's script and calls are allowed.
        'content-security-policy': `default-src 'none'; script-src ${ROUTEWRIGHT_URL}; connect-src ${ROUTEWRIGHT_URL}; base-uri 'none'`,
      })
      .end(getPage(title, main))
  try {
    const { pathname } = new URL(request.url!, origin)
    const [, place, number = ''] = pathname.split('/')
    if (request.method === 'GET' && pathname === '/') {
      send('Basket', '<p>A table and two chairs, 12 kg</p><p><a href="/checkout">To the checkout</a></p>')
    } else if (request.method === 'GET' && pathname === '/checkout') {
      response.writeHead(303, { location: `/order/${await openOrder(origin)}` }).end()
    } else if (place !== 'order' || !orders.has(number)) {
      send('Not found', '<p><a href="/">To the basket</a></p>', 404)
    } else if (request.method === 'GET') {
      send('Checkout', getForm(number, getLanguage(request)))
    } else {
      const { status, body } = await bookOrder(number, new URLSearchParams(await getText(request)))
      if (status === 200) send('Thank you', `<p>Your order ${number} is booked for ${body.slot.date}.</p>`)
      else
        send(
          'Choose again',
          `<p role="alert">${escaped(body.message)}</p>${getForm(number, getLanguage(request))}`,
          409,
        )
    }
  } catch (error) {
    send('Sorry', `<p role="alert">${escaped((error as Error).message)}</p>`, 502)
  }
})
server.listen(Number(SHOP_PORT), '127.0.0.1', () =>
  console.log(`The shop is open at http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
)

/** The element takes part in the form like an input: `required` prevents submitting without a window. */
function getForm(number: string, language: string): string {
  return `<form method="post" action="/order/${number}">
  <p><label>Name <input name="name" required maxlength="100" autocomplete="name"></label></p>
  <p><label>Phone <input name="phone" type="tel" maxlength="30" autocomplete="tel"></label></p>
  <routewright-slots token="${orders.get(number)!.token}" name="slot_promise_id" lang="${language}" required></routewright-slots>
  <p><button>Order and pay</button></p>
</form>`
}

/** The preferred language of the customer's browser. */
function getLanguage({ headers }: IncomingMessage): string {
  return /^[a-z]{2}/i.exec(headers['accept-language'] ?? '')?.[0] ?? 'en'
}

function getPage(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<script src="${ROUTEWRIGHT_URL}/checkout/slots.js" defer></script>
<main><h1>${title}</h1>${main}</main>
</html>`
}

async function getText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
