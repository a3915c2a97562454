// A real OpenID Connect provider (oidc-provider) on a free port of this machine, with accounts that the test sets.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type AccountClaims = Record<string, unknown>

export interface OpenIdProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Claims of each account, by its name there. */
  readonly accounts: Map<string, AccountClaims>
  /** Opens the URL like a browser without cookies, signs in as the account, and returns where it is redirected to. */
  signIn(url: string, account: string): Promise<URL>
  stop(): Promise<void>
}

/** `planner` is the address of the service that people sign in to. */
export async function startOpenIdProvider(planner: string): Promise<OpenIdProvider> {
  const accounts = new Map<string, AccountClaims>()
  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end()
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientId = 'routewright'
  const clientSecret = 'a secret of this client, of some length'
  const provider = new Provider(issuer, configure(planner, { clientId, clientSecret }, accounts))
  const answer = provider.callback()
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    askWhoItIs(provider, request, response).catch((error) => response.writeHead(500).end(String(error)))
  }
  return {
    issuer,
    clientId,
    clientSecret,
    accounts,
    signIn: (url, account) => followAs(url, account, planner),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function configure(
  planner: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  accounts: Map<string, AccountClaims>,
) {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${planner}/planner/sign-in/provider`],
        post_logout_redirect_uris: [`${planner}/planner/sign-in`],
      },
    ],
    cookies: { keys: ['of this test'] },
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name', 'locale'] },
    // Claims about a person are requested with the token, as at most providers.
    conformIdTokenClaims: true,
    pkce: { required: () => true },
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 60,
      IdToken: 3_600,
      Interaction: 3_600,
      Grant: 3_600,
      Session: 3_600,
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    async findAccount(_context: unknown, id: string) {
      return { accountId: id, claims: async () => ({ sub: id, ...accounts.get(id) }) }
    },
    // The company's own service: nobody is asked whether it may know the address.
    async loadExistingGrant({
      oidc,
    }: {
      oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } }
    }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

/** A page that asks for the name of the account, and takes it. */
async function askWhoItIs(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<form method="post"><label>Account <input name="account"></label><button>Continue</button></form>')
    return
  }
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const accountId = new URLSearchParams(Buffer.concat(parts).toString()).get('account') ?? ''
  await provider.interactionFinished(request, response, { login: { accountId } })
}

async function followAs(begin: string, account: string, planner: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(begin)
  let form: string | undefined
  for (let step = 0; step < 10; step++) {
    const answer = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { body: form }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    const text = await answer.text()
    const location = answer.headers.get('location')
    if (location) {
      url = new URL(location, url)
      form = undefined
      if (url.origin === new URL(planner).origin) return url
    } else if (answer.status === 200 && text.includes('name="account"'))
      form = new URLSearchParams({ account }).toString()
    else throw new Error(`The provider answers ${answer.status}: ${text.slice(0, 300)}`)
  }
  throw new Error('The provider sends the browser around in circles')
}
