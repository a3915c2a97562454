// Allowed imports: between packages, between the layers and slices of the server, and never in a circle.

import { posix } from 'node:path'
import { isHandedAround, type Layer, placeInServer, type ServerPlace } from './server-places.ts'
import { type ImportOf, isSource, listImports, type RepositoryFile } from './source-files.ts'

const SCOPE = '@routewright/'

/** The packages of ours that each workspace may import. A workspace that is missing here may import none. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'packages/contract': [],
  'packages/solver': [],
  'packages/roads': [],
  'packages/reading': ['contract'],
  'packages/client': ['contract'],
  'packages/ui': ['client', 'contract'],
  'apps/server': ['contract', 'reading', 'solver', 'roads'],
  'apps/planner': ['ui', 'client', 'contract', 'reading'],
  'apps/driver': ['ui', 'client', 'contract'],
  'apps/tracking': ['ui', 'client', 'contract'],
  // Reads what is written, and nothing of what runs.
  'apps/site': [],
}

/** Additional imports of tests: the client and the web applications are tested against the real service. */
const TESTS_MAY_ALSO_IMPORT: Record<string, readonly string[]> = {
  'apps/server': ['client'],
  'apps/planner': ['server'],
  'apps/driver': ['server'],
  'apps/tracking': ['server'],
}

/** Files that other slices may import in addition to the one named like its slice. */
const ALSO_PUBLIC = new Set([
  'field/driver/own-route.ts',
  'field/reports/images.ts',
  'optimizing/ports.ts',
  'planning/ports.ts',
  'telling/ports.ts',
  'field/reports/report-conflicts.ts',
  'field/reports/report-versions.ts',
  'optimizing/optimization/apply.ts',
  'optimizing/optimization/held-results.ts',
  'optimizing/optimization/orders.ts',
  'planning/depots/open-places.ts',
  'planning/drivers/who-drove.ts',
  'planning/lifecycle/lock-stops.ts',
])

/** One sentence for every import that breaks a rule. */
export function listForbiddenImports(files: readonly RepositoryFile[]): string[] {
  const imports = files.filter(isSource).flatMap(listImports)
  const exported = exportsByPackage(files)
  return [
    ...imports.flatMap((entry) => problem(entry, whyNotBetweenPackages(entry, exported))),
    ...imports.flatMap((entry) => problem(entry, whyNotInsideServer(entry))),
    ...listCycles(imports),
  ]
}

function problem(entry: ImportOf, why: string | undefined): string[] {
  return why ? [`${entry.from} imports ${entry.specifier}: ${why}`] : []
}

function findWorkspace(path: string): string | undefined {
  const [group, name] = path.split('/')
  return group === 'packages' || group === 'apps' ? `${group}/${name}` : undefined
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || /^apps\/[^/]+\/test\//.test(path)
}

function exportsByPackage(files: readonly RepositoryFile[]): Map<string, Set<string>> {
  const result = new Map<string, Set<string>>()
  for (const file of files) {
    if (!/^(packages|apps)\/[^/]+\/package\.json$/.test(file.path)) continue
    const { name, exports } = JSON.parse(file.text) as { name: string; exports?: Record<string, unknown> }
    result.set(name, new Set(Object.keys(exports ?? {})))
  }
  return result
}

function whyNotBetweenPackages(entry: ImportOf, exported: Map<string, Set<string>>): string | undefined {
  const from = findWorkspace(entry.from)
  if (entry.target !== undefined) {
    return from && findWorkspace(entry.target) !== from ? 'a relative path must not leave its workspace' : undefined
  }
  if (!entry.specifier.startsWith(SCOPE)) return undefined
  const [name = '', ...rest] = entry.specifier.slice(SCOPE.length).split('/')
  const entrance = rest.length === 0 ? '.' : `./${rest.join('/')}`
  if (!exported.get(SCOPE + name)?.has(entrance)) return `${SCOPE}${name} does not export "${entrance}"`
  const isOwn = from !== undefined && posix.basename(from) === name
  const allowed = from
    ? [...(MAY_IMPORT[from] ?? []), ...(isTest(entry.from) ? (TESTS_MAY_ALSO_IMPORT[from] ?? []) : [])]
    : []
  if (from && !isOwn && !allowed.includes(name)) return `${from} may not import ${SCOPE}${name}`
  return undefined
}

/** The layers that each layer may import from another folder; inside its own slice see `whyNotInsideSlice`. */
const LAYERS_BELOW: Record<Layer, readonly Layer[]> = {
  test: ['root', 'platform', 'data', 'resources', 'modelling', 'http-frame', 'http', 'rules', 'sql', 'entry', 'test'],
  root: ['root', 'platform', 'data', 'resources', 'modelling', 'http-frame', 'http', 'rules', 'entry'],
  entry: ['entry', 'root', 'platform', 'data', 'resources', 'modelling', 'rules'],
  http: ['http-frame', 'rules', 'modelling', 'resources', 'platform'],
  'http-frame': ['http-frame', 'rules', 'data', 'resources', 'platform'],
  rules: ['rules', 'modelling', 'resources', 'data', 'platform'],
  sql: ['resources', 'data', 'platform'],
  modelling: ['modelling', 'resources', 'data', 'platform'],
  resources: ['resources', 'data', 'platform'],
  data: ['data', 'platform'],
  platform: ['platform'],
}

function whyNotInsideServer(entry: ImportOf): string | undefined {
  const from = placeInServer(entry.from)
  const to = entry.target === undefined ? undefined : placeInServer(entry.target)
  if (!from || !to || from.layer === 'test') return undefined
  if (to.layer === 'test') return 'only tests import tests'
  if (from.slice === to.slice) return whyNotInsideSlice(from, to, entry.isTypeOnly)
  // Queries may name what rules computed and they store; records that no table has; and the tables a connection knows.
  if ((from.layer === 'sql' || from.layer === 'data') && to.layer === 'modelling' && entry.isTypeOnly) return undefined
  if (from.layer === 'http' && to.layer === 'data' && entry.isTypeOnly) return undefined
  if (from.layer === 'platform' && to.file === 'tables.ts' && entry.isTypeOnly) return undefined
  if (isHandedAround(from, entry)) return undefined
  if (!LAYERS_BELOW[from.layer].includes(to.layer)) return `${from.layer} may not import ${to.layer}`
  const face = `${posix.basename(to.slice)}.ts`
  const isPublic = to.layer !== 'rules' || to.file === face || ALSO_PUBLIC.has(`${to.slice}/${to.file}`)
  return isPublic || from.layer === 'root' ? undefined : `only ${to.slice}/${face} is open to other slices`
}

/** Within a slice: http → rules → sql, never back, and http never straight to sql; but types of rows are everybody's. */
function whyNotInsideSlice(from: ServerPlace, to: ServerPlace, isTypeOnly: boolean): string | undefined {
  const order = ['http', 'rules', 'sql'] as const
  const fromIndex = order.indexOf(from.layer as (typeof order)[number])
  const toIndex = order.indexOf(to.layer as (typeof order)[number])
  if (fromIndex === -1 || toIndex === -1 || fromIndex === toIndex) return undefined
  if (isTypeOnly && to.layer !== 'http') return undefined
  if (toIndex < fromIndex) return `${from.layer} may not import ${to.layer}`
  return toIndex - fromIndex > 1 ? 'http reaches the queries through the rules' : undefined
}

/** Circles of imports that are evaluated; type-only imports vanish before anything runs. */
function listCycles(imports: readonly ImportOf[]): string[] {
  const graph = new Map<string, string[]>()
  for (const { from, target, isTypeOnly } of imports) {
    if (target === undefined || isTypeOnly) continue
    const targets = graph.get(from)
    if (targets) targets.push(target)
    else graph.set(from, [target])
  }
  const cycles: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const trail: string[] = []
  const visit = (path: string): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      cycles.push(`circle of imports: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`)
      return
    }
    state.set(path, 'open')
    trail.push(path)
    for (const target of graph.get(path) ?? []) visit(target)
    trail.pop()
    state.set(path, 'done')
  }
  for (const path of graph.keys()) visit(path)
  return cycles
}
