// Files of orders are fetched by SFTP and from a mailbox: each once, with a log, and with plain words where it does not work.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import ssh2 from 'ssh2'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../../test/harness.ts'
import { type ImapServer, startImapServer } from '../../../../test/imap-server.ts'
import { type SftpServer, startSftpServer } from '../../../../test/sftp-server.ts'
import { writeSheet } from '../../../frame/platform/table-file.ts'

const server = useTestServer({ listen: true, realClock: true })
const patiently = { timeout: 30_000, interval: 50 }
let account: Account
let cookie: string
let source: string
const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, body?: unknown, query = {}) =>
  server.call(method, `/app/v1/order_source${path}`, { headers: { cookie }, body, query })
const ok = async (method: Method, path: string, body?: unknown) => {
  const answer = await call(method, path, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const state = async () => (await ok('GET', 's')).find(({ id }: { id: string }) => id === source)
const files = async () => (await ok('GET', `/${source}/files`)).docs
const externalIds = async () => {
  const query = { project_id: account.project_id, limit: 100 }
  const { body } = await server.call('GET', '/v2/stops/search', { headers: { cookie }, query })
  return body.docs.map(({ external_id }: { external_id: string }) => external_id).sort()
}

/** Sets where files are fetched, and waits for the first round; returns the source. */
async function enter(fetching: object) {
  const before = await state()
  await ok('PUT', `/${source}/fetching`, fetching)
  return await nextRound(before.fetched_at)
}

async function nextRound(before: string | undefined) {
  await expect.poll(async () => (await state()).fetched_at ?? before, patiently).not.toBe(before)
  return await state()
}

async function round() {
  const { fetched_at } = await state()
  await ok('POST', `/${source}/fetching/now`)
  return await nextRound(fetched_at)
}

const table = (...ids: string[]) =>
  ['order_id;delivery_date;name;address', ...ids.map((id) => `${id};${day};Ida;47.14, 9.52`)].join('\n')

async function workbook(id: string): Promise<Buffer> {
  const columns = ['order_id', 'delivery_date', 'name', 'address'].map((title) => ({ title, kind: 'text' as const }))
  return await buffer(writeSheet({ name: 'orders', columns, batches: [[[id, day, 'Jon', '47.15, 9.53']]] }))
}

beforeEach(async () => {
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
  source = (await ok('POST', '', { project_id: account.project_id, kind: 'custom' })).id
})

describe('by SFTP', () => {
  const root = mkdtempSync(join(tmpdir(), 'routewright-sftp-'))
  const key = ssh2.utils.generateKeyPairSync('ecdsa', {
    bits: 256,
    passphrase: 'open',
    cipher: 'aes256-cbc',
    rounds: 16,
  })
  const person = { user: 'orders', password: 'of the folder', publicKey: key.public }
  let sftp: SftpServer
  const place = (changes: object = {}) => ({
    way: 'sftp',
    host: '127.0.0.1',
    port: sftp.port,
    user: person.user,
    password: person.password,
    folder: 'in',
    ...changes,
  })
  const put = (name: string, content: string | Buffer) => writeFileSync(join(root, 'in', name), content)

  beforeAll(async () => {
    sftp = await startSftpServer(root, person)
  })
  beforeEach(() => {
    mkdirSync(join(root, 'in'))
    mkdirSync(join(root, 'done'))
  })
  afterEach(() => {
    for (const folder of ['in', 'done']) rmSync(join(root, folder), { recursive: true })
  })
  afterAll(async () => {
    await sftp.stop()
    rmSync(root, { recursive: true })
  })

  test('tables are taken, each once; a file that was changed is taken again', async () => {
    put('orders-1.csv', table('A-1', 'A-2'))
    put('orders-2.xlsx', await workbook('B-1'))
    put('readme.txt', 'nothing for us')
    put('old.csv', table('C-1'))
    const fetched = await enter(place({ pattern: 'orders-*' }))
    expect(fetched.fetch_problem).toBeUndefined()
    expect(fetched.fetching).toMatchObject({ way: 'sftp', every_minutes: 15, host_key: sftp.fingerprint })
    expect(JSON.stringify(fetched)).not.toContain(person.password)
    await expect.poll(externalIds, patiently).toEqual(['A-1', 'A-2', 'B-1'])
    expect(
      (await files()).map(({ name, result, rows }: Record<string, unknown>) => [name, result, rows]).sort(),
    ).toEqual([
      ['orders-1.csv', 'taken', 2],
      ['orders-2.xlsx', 'taken', 1],
    ])
    await round()
    expect(await files()).toHaveLength(2)
    put('orders-1.csv', table('A-1', 'A-2', 'A-3'))
    await round()
    await expect.poll(externalIds, patiently).toEqual(['A-1', 'A-2', 'A-3', 'B-1'])
    const messages = (await ok('GET', `/${source}/messages`)).docs
    expect(messages.map(({ result }: { result: string }) => result).sort()).toEqual(
      [...Array(4).fill('created'), ...Array(2).fill('unchanged')].sort(),
    )
  })

  test('taken files are moved, also where one of that name is there; one that cannot be read stays, with its reason', async () => {
    put('a.csv', table('A-1'))
    put('b.csv', 'order_id;order_id\n1;2')
    writeFileSync(join(root, 'done/a.csv'), 'of yesterday')
    expect((await enter(place({ move_to: 'done' }))).fetch_problem).toBeUndefined()
    expect(readdirSync(join(root, 'in'))).toEqual(['b.csv'])
    expect(readdirSync(join(root, 'done'))).toHaveLength(2)
    expect(await files()).toContainEqual(
      expect.objectContaining({ name: 'b.csv', result: 'refused', detail: 'The file has two columns order_id' }),
    )
    await expect.poll(externalIds, patiently).toEqual(['A-1'])
  })

  test('a trial says what would come, and takes nothing', async () => {
    const before = await state()
    await ok('PUT', `/${source}`, { enabled: false })
    await ok('PUT', `/${source}/fetching`, place())
    put('a.csv', table('A-1', 'A-2'))
    put('b.csv', Buffer.from('number;name\n1;Zo\xeb', 'latin1'))
    utimesSync(join(root, 'in/a.csv'), 1_700_000_000, 1_700_000_000)
    const trial = await ok('POST', `/${source}/fetching/test`)
    expect(trial).toMatchObject({ ok: true, detail: '2 files lie there, 2 of them new', host_key: sftp.fingerprint })
    expect(trial.files).toEqual([
      expect.objectContaining({
        name: 'b.csv',
        rows: 1,
        encoding: 'windows-1252',
        problem: 'Order 1: order_id is missing in the message',
      }),
      expect.objectContaining({ name: 'a.csv', rows: 2, encoding: 'utf-8', is_known: false }),
    ])
    expect(await files()).toEqual([])
    expect((await state()).fetched_at).toBe(before.fetched_at)
  })

  test('a key signs in instead of a password, and one that cannot be opened is refused at once', async () => {
    put('a.csv', table('A-1'))
    const keys = { ...place({ password: undefined }), ssh_key: key.private }
    const refused = await call('PUT', `/${source}/fetching`, { ...keys, passphrase: 'wrong' })
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('ssh_key: is encrypted')])
    expect((await enter({ ...keys, passphrase: 'open' })).fetch_problem).toBeUndefined()
    expect(await files()).toHaveLength(1)
  })

  test('a server that shows another key is not spoken to until the one before is forgotten', async () => {
    await enter(place())
    const { port } = sftp
    await sftp.stop()
    sftp = await startSftpServer(root, person, port)
    put('a.csv', table('A-1'))
    expect((await round()).fetch_problem).toMatch(/shows the key SHA256:.* and showed SHA256:/)
    expect(await files()).toEqual([])
    const met = await enter(place({ host_key: null, password: undefined }))
    expect([met.fetch_problem, met.fetching.host_key]).toEqual([undefined, sftp.fingerprint])
    expect(await files()).toHaveLength(1)
  })

  test.each([
    [{ password: 'wrong' }, 'does not let orders in with this password'],
    [{ folder: 'nowhere' }, 'does not know the folder nowhere'],
    [{ port: 1 }, 'takes no connection at this port'],
  ])('%j is said in plain words', async (changes, words) => {
    expect((await enter(place(changes))).fetch_problem).toContain(words)
  })
})

describe('from a mailbox', () => {
  let imap: ImapServer
  const place = (changes: object = {}) => ({
    way: 'mail',
    host: '127.0.0.1',
    port: imap.port,
    user: imap.user,
    password: imap.password,
    senders: ['Shop@Example.test'],
    ...changes,
  })

  beforeEach(async () => {
    imap = await startImapServer()
  })
  afterEach(() => imap.stop())

  test('tables that some senders attach are taken, each once; all other mails stay untouched', async () => {
    const csv = table('A-1', 'A-2')
    imap.deliver({ from: '"The shop" <shop@example.test>', id: 'one', files: { 'a.csv': csv, 'logo.png': 'no table' } })
    imap.deliver({ from: 'other@example.test', id: 'two', files: { 'b.csv': table('B-1') } })
    imap.deliver({ from: 'my-shop@example.test', id: 'three', files: { 'c.csv': table('C-1') } })
    const trial = async () => (await ok('POST', `/${source}/fetching/test`)).files
    expect((await enter(place({ move_to: 'Done' }))).fetch_problem).toBeUndefined()
    await expect.poll(externalIds, patiently).toEqual(['A-1', 'A-2'])
    expect(await files()).toEqual([
      expect.objectContaining({ name: 'a.csv', sender: 'shop@example.test', rows: 2, result: 'taken' }),
    ])
    expect([imap.list('INBOX'), imap.list('Done')]).toEqual([['two', 'three'], ['one']])
    // Delivered once more, as it happens.
    imap.deliver({ from: 'shop@example.test', id: 'one', files: { 'a.csv': csv, 'logo.png': 'no table' } })
    imap.deliver({ from: 'shop@example.test', id: 'four', files: { 'd.xlsx': await workbook('D-1') } })
    expect((await trial()).map(({ name, is_known }: Record<string, unknown>) => [name, is_known])).toEqual([
      ['d.xlsx', false],
      ['a.csv', true],
    ])
    await round()
    await expect.poll(externalIds, patiently).toEqual(['A-1', 'A-2', 'D-1'])
    expect(await files()).toHaveLength(2)
  })

  test.each([
    [{ password: 'wrong' }, 'does not let orders@example.test in with this password'],
    [{ folder: 'Nowhere' }, 'does not open the folder Nowhere'],
  ])('%j is said in plain words', async (changes, words) => {
    expect((await enter(place(changes))).fetch_problem).toContain(words)
  })
})

describe('what is entered', () => {
  const mail = { way: 'mail', host: 'mail.example.test', user: 'orders', password: 'a', senders: ['a@example.test'] }

  test.each([
    [{ senders: undefined }, 'senders: are needed'],
    [{ password: undefined }, 'password: is needed'],
    [{ way: 'sftp' }, 'senders: belongs to mail'],
    [{ host_key: `SHA256:${'a'.repeat(43)}` }, 'host_key: belongs to SFTP'],
  ])('%j is refused: %s', async (changes, words) => {
    const { status, body } = await call('PUT', `/${source}/fetching`, { ...mail, ...changes })
    expect([status, body.message]).toEqual([400, expect.stringContaining(words)])
  })

  test('a secret goes with the address that it was entered for; ended, it is forgotten', async () => {
    await ok('PUT', `/${source}`, { enabled: false })
    await ok('PUT', `/${source}/fetching`, mail)
    const { password: _, ...without } = mail
    await ok('PUT', `/${source}/fetching`, { ...without, folder: 'Orders' })
    const elsewhere = await call('PUT', `/${source}/fetching`, { ...without, host: 'evil.example.test' })
    expect([elsewhere.status, elsewhere.body.message]).toEqual([400, expect.stringContaining('password: is needed')])
    expect((await ok('DELETE', `/${source}/fetching`)).fetching).toBeUndefined()
    expect((await call('POST', `/${source}/fetching/now`)).status).toBe(404)
    expect((await call('PUT', `/${source}/fetching`, without)).status).toBe(400)
  })
})
