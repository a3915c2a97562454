// `npm run dev`: the service with its demo day, restarted whenever one of its sources changes, and the web applications served by
// Vite, which applies every change to the open page.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listWorkspaces, ROOT, ROUTEWRIGHT_BIN } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { run } from './lib/run.mjs'
import { say } from './lib/say.mjs'

/** Paths that each application's page requests from the service. */
const SERVICE_PATHS = ['/v2', '/v3', '/app/v1', '/driver/v1', '/track/v1', '/map', '/i', '/docs', '/openapi.json']
const APPLICATIONS = [
  { name: 'planner', base: '/planner/', port: 5173 },
  { name: 'driver', base: '/d/', port: 5174 },
  { name: 'tracking', base: '/t/', port: 5175 },
]
/** Their sources reach the pages through Vite; the service need not start again for them. */
const WEB = /^(apps\/(planner|driver|tracking|site)|packages\/ui)$/

await prepare()
const service = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const { createServer } = await import('vite')
const proxy = Object.fromEntries(SERVICE_PATHS.map((path) => [path, { target: service }]))
for (const { name, base, port } of APPLICATIONS) {
  const root = join(ROOT, 'apps', name)
  const vite = await createServer({
    root,
    logLevel: 'warn',
    clearScreen: false,
    server: { port, strictPort: false, proxy },
  })
  await vite.listen()
  say(`${name}: http://localhost:${vite.httpServer.address().port}${base} reloads by itself`)
}

const watched = listWorkspaces()
  .filter((workspace) => !WEB.test(workspace))
  .flatMap((path) => ['src', 'migrations'].map((folder) => join(ROOT, path, folder)))
  .filter((path) => existsSync(path))
  .map((path) => `--watch-path=${path}`)
const code = await run(process.execPath, [
  '--watch',
  '--watch-preserve-output',
  ...watched,
  ROUTEWRIGHT_BIN,
  'start',
  ...process.argv.slice(2),
])
process.exit(code)
