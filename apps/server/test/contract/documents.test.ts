// Commands and code in the documents are run: curl by a shell against a running service, TypeScript by the strict compiler and Node.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, useTestServer } from '../harness.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'routewright-documents-'))
const server = useTestServer({ listen: true, realClock: true, config: { allowPrivateWebhooks: true } })
let account: Account
let orderAddress: string
let cookie: string

const pages = globSync('docs/{tutorials,how-to}/*.md', { cwd: root }).sort()
/** Blocks of one language that readers run, the ones marked `not-run: why` left out. */
function blocks(page: string, language: string): string[] {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/^```(\w+)(.*)\n([\s\S]*?)^```$/gm)].flatMap(([, kind, info, block]) =>
    kind === language && !info!.includes('not-run:') ? [block!] : [],
  )
}
const calls = (page: string) => blocks(page, 'sh').filter((block) => /\$(ROUTEWRIGHT_URL|ORDER_ADDRESS)/.test(block))

beforeAll(async () => {
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
  const body = { project_id: account.project_id, kind: 'custom' }
  const made = await server.call('POST', '/app/v1/order_source', { headers: { cookie }, body })
  expect(made.status, made.text).toBe(201)
  orderAddress = `${server.address}${new URL(made.body.address).pathname}`
  writeFileSync(join(folder, '.curlrc'), 'fail-with-body\n')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Ran {
  code: number
  output: string
}

function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const all = {
    ...process.env,
    ROUTEWRIGHT_URL: server.address,
    ROUTEWRIGHT_KEY: account.key,
    PROJECT_ID: account.project_id,
    ORDER_ADDRESS: orderAddress,
    CURL_HOME: folder,
    PATH: `${join(process.execPath, '..')}:${process.env.PATH}`,
    ...env,
  }
  return new Promise((resolve) => {
    const child = execFile(command, args, { cwd: folder, env: all }, (_error, output, errors) =>
      resolve({ code: child.exitCode ?? -1, output: output + errors }),
    )
  })
}

test('the pages that show calls are there', () => {
  expect(pages.filter((page) => calls(page).length > 0).length).toBeGreaterThanOrEqual(9)
})

test.skipIf(process.platform === 'win32').each(pages.filter((page) => calls(page).length > 0))(
  '%s does what it says, from its first call to its last',
  async (page) => {
    const before = await server.call('GET', '/v2/plans', {
      key: account.key,
      query: { project_id: account.project_id },
    })
    const { code, output } = await run('sh', ['-ec', calls(page).join('\necho\n')])
    expect(code, output).toBe(0)
    if (!page.endsWith('first-plan.md')) return
    expect(output.trim().split('\n').at(-1)!.split(' → ').sort()).toEqual(['Bakery', 'School', 'Workshop'])
    const after = await server.call('GET', '/v2/plans', { key: account.key, query: { project_id: account.project_id } })
    expect(after.body.total).toBe(before.body.total + 1)
  },
)

test('the orders of the tutorial become one stop, with its last weight', async () => {
  const stop = async () => {
    const found = await server.call('POST', '/v2/stops/search', {
      key: account.key,
      query: { project_id: account.project_id },
      body: {},
    })
    const ours = found.body.docs.filter((doc: { external_id?: string }) => doc.external_id === '1001')
    return ours.map(({ weight }: { weight: number }) => weight)
  }
  await expect.poll(stop, { timeout: 20_000, interval: 100 }).toEqual([14])
})

test('the file of the how-to is planned by the command beside it', async () => {
  const page = 'docs/how-to/problem-files.md'
  writeFileSync(join(folder, 'three.json'), blocks(page, 'json')[0]!)
  const words = blocks(page, 'sh')[0]!.trim().split('-- ')[1]!.split(' ')
  const { code, output } = await run(process.execPath, [join(root, 'apps/server/bin/routewright.mjs'), ...words])
  expect(code, output).toBe(0)
  expect(JSON.parse(output)).toMatchObject({ instance: 'three', unassigned: [] })
})

test('the receiver of the tutorial takes signed events and no others', async () => {
  const source = blocks('docs/tutorials/webhooks.md', 'ts')[0]!
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  await new Promise((done) => probe.close(done))
  const url = `http://127.0.0.1:${port}/`
  const made = await server.call('POST', '/v2/webhook', { key: account.key, body: { url, signed: true } })
  expect(made.status, made.text).toBe(201)
  writeFileSync(join(folder, 'receiver.ts'), source.replace('listen(9000)', `listen(${port})`))
  const child = execFile(process.execPath, ['receiver.ts'], {
    cwd: folder,
    env: { ...process.env, ROUTEWRIGHT_WEBHOOK_SECRET: made.body.signing_secret },
  })
  let told = ''
  child.stdout!.on('data', (part) => (told += part))
  try {
    const unsigned = () =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(unsigned, { timeout: 60_000, interval: 100 }).toBe(401)
    const tried = await server.call('POST', `/v2/webhook/${made.body.id}/test`, { key: account.key })
    expect(tried.body, tried.text).toMatchObject({ response_status: 204 })
    await expect.poll(() => told, { timeout: 20_000 }).toMatch(/^svc\.\S+ \w+/)
  } finally {
    child.kill()
  }
})

/** Names that pieces of a page take for granted. */
const around: Record<string, string> = {
  'packages/client/README.md': `import type { Routewright } from '@routewright/client'
declare global {
  const client: Routewright
  const project_id: string, plan_id: string, stop_id: string, id: string
  const orders: readonly { number: string }[]
  const request: Request, body: Uint8Array
  function unlockFirst(): void
}
`,
}

test('every piece of TypeScript for users of the interface is taken by the strict compiler', async () => {
  const home = mkdtempSync(join(folder, 'types-'))
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'), 'junction')
  const files = [...globSync('docs/**/*.md', { cwd: root }), 'packages/client/README.md']
  let count = 0
  for (const file of files) {
    const name = file.replaceAll(/[\\/.]/g, '-')
    if (around[file]) writeFileSync(join(home, `${name}.d.ts`), `${around[file]}export {}\n`)
    for (const [index, block] of blocks(file, 'ts').entries()) {
      count += 1
      writeFileSync(join(home, `${name}-${index}.ts`), `${block}\nexport {}\n`)
    }
  }
  expect(count).toBeGreaterThanOrEqual(7)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom', 'esnext.disposable'],
    types: ['node'],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  }
  writeFileSync(join(home, 'package.json'), '{"type":"module"}')
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const { output } = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', home])
  expect(output).toBe('')
})
