// A response of a SAML provider signs in once, whichever of several nodes gets it first; no state is in one node's memory.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, startTestServer, type TestServer } from '../../../test/harness.ts'
import { type SamlProvider, startSamlProvider } from '../../../test/saml-provider.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/template.ts'

type Started = TestServer & { stop(): Promise<void> }
const origin = 'https://planner.example.test'
/** The provider's responses carry this machine's time. */
const options = { config: { publicBaseUrl: origin, keepMails: true }, realClock: true }
let database: TestDatabase
let nodes: [Started, Started]
let idp: SamlProvider
let provider: { id: string }

beforeAll(async () => {
  database = await createTestDatabase()
  const first = await startTestServer({ ...options, database })
  // Nodes share the folder of their secret keys, as they otherwise share SECRET_KEYS.
  nodes = [first, await startTestServer({ ...options, database, directory: first.directory })]
  idp = await startSamlProvider(`${origin}/app/v1/saml/answer`)
  idp.accounts.set('anna', { id: 'anna', attributes: { mail: 'anna@company.example' } })
  const account = await first.createAccount()
  await first.confirmDomain(account, 'company.example')
  const headers = { origin, cookie: await first.signIn(account.user_id) }
  const open = { email_domains: ['company.example'], trusts_emails: true, creates_people: true }
  const body = { label: 'Company', saml_metadata: idp.metadata(), default_role: 'organization_user', ...open }
  const added = await first.call('POST', '/app/v1/sign_in_provider', { body, headers })
  expect(added.status, added.text).toBe(201)
  provider = added.body
})

afterAll(async () => {
  await idp.stop()
  for (const node of nodes.toReversed()) await node.stop()
  await database.drop()
})

/** Begins a sign-in at one node, and returns the provider's form and the cookie that binds it to the browser. */
async function answerBegunAt(node: Started): Promise<{ answer: string; cookie: string }> {
  const body = { provider_id: provider.id }
  const begun = await node.call('POST', '/app/v1/session/provider', { body, headers: { origin } })
  const cookie = [begun.headers['set-cookie']].flat().join().split(';')[0]!
  const { form } = await idp.signIn(begun.body.url, 'anna')
  return { answer: `#${form}`, cookie }
}

const completeAt = (node: Started, { answer, cookie }: { answer: string; cookie: string }): Promise<Answer> =>
  node.call('POST', '/app/v1/session/provider/complete', { body: { answer }, headers: { origin, cookie } })

const stepExpired = { message_id: 'highway.user.error.step_expired' }

test('a sign-in that began at one node ends at another, and its answer is then refused by both', async () => {
  const [one, other] = nodes
  const begun = await answerBegunAt(one)
  const first = await completeAt(other, begun)
  expect(first.body?.session?.user.email, first.text).toBe('anna@company.example')
  for (const node of nodes) expect((await completeAt(node, begun)).body).toMatchObject(stepExpired)
})

test('an answer brought to both nodes at once signs in at one of them', async () => {
  const begun = await answerBegunAt(nodes[1])
  const all = await Promise.all([...nodes, ...nodes, ...nodes].map((node) => completeAt(node, begun)))
  expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(404)])
})

test('a used assertion is refused under another sign-in of another node too', async () => {
  const [one, other] = nodes
  const used = await answerBegunAt(one)
  expect((await completeAt(one, used)).status).toBe(200)
  const next = await answerBegunAt(other)
  const swapped = new URLSearchParams(next.answer.slice(1))
  swapped.set('SAMLResponse', new URLSearchParams(used.answer.slice(1)).get('SAMLResponse')!)
  const refused = await completeAt(other, { answer: `#${swapped}`, cookie: next.cookie })
  expect(refused.body).toMatchObject({ message_id: 'highway.user.error.provider_refused' })
})
