// Every example printed on the reference page is run unchanged, with the reader's ids as the page fills them in: curl by a shell,
// TypeScript by Node after the strict compiler. Responses are checked against their declaration.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Endpoint, endpoints, exampleIds } from '@routewright/contract'
import { writePbf } from '@routewright/roads/test/pbf-writer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientExample, clientPreamble, curlExample } from '../../src/frame/http/reference/call-examples.ts'
import { undeclared } from '../declared.ts'
import { type Account, useTestServer } from '../harness.ts'
import { jpeg } from '../pictures.ts'

const shown: readonly Endpoint[] = endpoints.filter(({ visibility }) => visibility === 'public')
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'routewright-examples-'))
const town = join(folder, 'town.osm.pbf')
const door = {
  'addr:street': 'Städtle',
  'addr:housenumber': '32',
  'addr:city': 'Vaduz',
  'addr:postcode': '9490',
  'addr:country': 'LI',
}
writeFileSync(town, writePbf({ nodes: [{ id: 1, lat: 47.1393, lng: 9.5222, tags: door }], ways: [] }))
writeFileSync(join(folder, 'photo.jpg'), jpeg())
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')

const server = useTestServer({ listen: true, realClock: true, config: { osmFiles: [town] } })
let account: Account

beforeAll(async () => {
  account = await server.createAccount()
})
afterAll(() => rmSync(folder, { recursive: true }))

async function make(method: string, path: string, query: Record<string, string> = {}, body?: unknown) {
  const answer = await server.call(method, path, { key: account.key, query, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

const inProject = () => ({ project_id: account.project_id })
const place = { lat: 47.139, lng: 9.522 }

/** Records of one's own for those that the example names; each example has its own, so none is in the way of another. */
async function ownIds(text: string): Promise<[example: string, own: string][]> {
  const { project, plan, route, stop, task, vehicle, client, zone, webhook } = exampleIds
  const own: [string, string][] = [[project, account.project_id]]
  if (text.includes(client)) own.push([client, (await make('POST', '/v2/client', inProject(), {})).id])
  if (text.includes(zone)) {
    const polygon = [[9, 47], [9.1, 47], [9.1, 47.1]] // biome-ignore format: one ring
    const path = `/v2/project/${account.project_id}/zone`
    own.push([zone, (await make('POST', path, {}, { label: 'far', polygon })).id])
  }
  if ([plan, route, stop, task].some((id) => text.includes(id))) {
    const stops = [{ location: place, tasks: [{ label: 'Sign' }] }]
    const routes = [{ label: 'Van', email: 'driver@example.test', stops }]
    const body = { optimizer_config: { time_limit_seconds: 1 }, routes }
    const { id } = await make('POST', '/v2/plan', inProject(), body)
    const full = await make('GET', `/v2/plan/${id}`)
    own.push([plan, id], [route, full.routes[0].id], [stop, full.stops[0].id], [task, full.stops[0].tasks[0].id])
    if (/running_?optimization/i.test(text)) await make('POST', `/v2/plan/${id}/optimize`)
  }
  if (text.includes(webhook)) {
    own.push([webhook, (await make('POST', '/v2/webhook', {}, { url: 'http://127.0.0.1:9/', enabled: false })).id])
  }
  if (text.includes(vehicle)) own.push([vehicle, (await make('POST', '/v2/vehicle', inProject(), {})).id])
  return own
}

async function filledIn(text: string): Promise<string> {
  return (await ownIds(text)).reduce((filled, [example, own]) => filled.replaceAll(example, own), text)
}

const getSuccess = ({ response }: Endpoint) => Math.max(...Object.keys(response).map(Number))

interface Ran {
  code: number
  output: string
  errors: string
}

function run(command: string, args: readonly string[]): Promise<Ran> {
  const env = { ...process.env, ROUTEWRIGHT_URL: server.address, ROUTEWRIGHT_KEY: account.key, CURL_HOME: folder }
  return new Promise((resolve) => {
    const child = execFile(command, args, { cwd: folder, env, maxBuffer: 50_000_000 }, (_error, output, errors) =>
      resolve({ code: child.exitCode ?? -1, output, errors }),
    )
  })
}

function expectDeclared(endpoint: Endpoint, status: number, answer: unknown): void {
  const schema = endpoint.response[status]
  if (schema) expect(undeclared(schema, answer), endpoint.operationId).toEqual([])
  else expect(answer, endpoint.operationId).toBeUndefined()
}

test('each of the examples in curl does what it says', async () => {
  expect(shown).toHaveLength(63)
  // The response, and its status on a line of its own; the printed command stays unchanged.
  writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nwrite-out = "\\n%{http_code}"\n')
  const failed: string[] = []
  for (const endpoint of shown) {
    const command = await filledIn(curlExample(endpoint))
    const { output, errors } = await run('sh', ['-c', command])
    const end = output.lastIndexOf('\n')
    if (Number(output.slice(end + 1)) !== getSuccess(endpoint)) {
      failed.push(`${command}\n${output}${errors}`)
      continue
    }
    expectDeclared(endpoint, getSuccess(endpoint), end > 0 ? JSON.parse(output.slice(0, end)) : undefined)
  }
  expect(failed).toEqual([])
}, 300_000)

/** Imports every example, and tells by a line what it answered. */
const runner = `
for (const name of process.argv.slice(2)) {
  const result = await import('./' + name + '.ts').then(
    ({ answer }) => ({ name, answer }),
    (error) => ({ name, error: String(error) }),
  )
  console.log(JSON.stringify(result))
}`

test('each of the examples in TypeScript is taken by the strict compiler and does what it says', async () => {
  for (const endpoint of shown) {
    const code = await filledIn(clientExample(endpoint))
    const end = code.includes('const answer') ? 'export { answer }' : 'export {}'
    writeFileSync(join(folder, `${endpoint.operationId}.ts`), `${clientPreamble}\n\n${code}\n\n${end}\n`)
  }
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
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const compiled = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])
  expect(compiled.output).toBe('')

  writeFileSync(join(folder, 'run.mjs'), runner)
  const ran = await run(process.execPath, ['run.mjs', ...shown.map(({ operationId }) => operationId)])
  const results = ran.output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(results.filter(({ error }) => error !== undefined)).toEqual([])
  expect(results).toHaveLength(63)
  for (const [index, endpoint] of shown.entries()) {
    expectDeclared(endpoint, getSuccess(endpoint), results[index].answer)
  }
}, 300_000)
