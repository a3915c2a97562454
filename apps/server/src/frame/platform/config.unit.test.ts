import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, listSettings, readConfig } from './config.ts'

test('an empty environment gives a server that can be tried out', () => {
  expect(readConfig({})).toMatchObject({ role: 'all', host: '127.0.0.1', port: 8080, requestsPerMinute: 2000 })
})

test('every mistake is named, and no value is repeated', () => {
  const env = { PORT: '99999', DATABASE_URL: 'mysql://user:canary@host', LOG_LEVEL: 'loud', PUBLIC_BASE_URL: 'nowhere' }
  const error = (() => {
    try {
      return readConfig(env)
    } catch (thrown) {
      return thrown as Error
    }
  })()
  expect(error).toBeInstanceOf(ConfigError)
  for (const name of Object.keys(env)) expect((error as Error).message).toContain(`${name}: must be`)
  expect((error as Error).message).not.toContain('canary')
})

test('an api or worker process needs a database that it can share', () => {
  expect(() => readConfig({ ROLE: 'worker' })).toThrow('ROLE: worker needs DATABASE_URL')
  expect(readConfig({ ROLE: 'worker', DATABASE_URL: 'postgres://localhost/x' }).role).toBe('worker')
})

test.each<Record<string, string>>([
  { HOST: '0.0.0.0' },
  { HOST: '192.168.1.5' },
  { PUBLIC_BASE_URL: 'https://routes.example.com' },
])('a service that other machines reach sends its mails, or is told to keep them: %j', (env) => {
  expect(() => readConfig(env)).toThrow('SMTP_URL: is needed where other machines reach the service')
  expect(readConfig({ ...env, SMTP_URL: 'smtp://localhost' }).smtpUrl).toBe('smtp://localhost')
  expect(readConfig({ ...env, KEEP_MAILS: 'yes' }).keepMails).toBe(true)
})

test.each(['localhost', '127.0.0.1', '127.8.0.1', '::1'])('%s is this machine', (HOST) => {
  expect(readConfig({ HOST }).host).toBe(HOST)
})

test('webhooks go to public addresses only, whatever the environment, until all are let go anywhere', () => {
  for (const NODE_ENV of ['development', 'production', 'test']) {
    expect(readConfig({ NODE_ENV }).allowPrivateWebhooks).toBe(false)
  }
  expect(readConfig({ ALLOW_PRIVATE_WEBHOOKS: 'yes' }).allowPrivateWebhooks).toBe(true)
})

test('a token for measurements is long enough, and is not repeated', () => {
  expect(() => readConfig({ METRICS_TOKEN: 'canary' })).toThrow(/METRICS_TOKEN: must have at least 16 characters$/m)
})

test('a secret may stand in a file, which must be there, say something, and be the only place', () => {
  const folder = mkdtempSync(join(tmpdir(), 'routewright-config-'))
  const [full, empty, missing] = ['full', 'empty', 'missing'].map((name) => join(folder, name))
  writeFileSync(full!, 'postgres://u:canary@localhost/x\n')
  writeFileSync(empty!, '\n')
  expect(readConfig({ DATABASE_URL_FILE: full }).databaseUrl).toBe('postgres://u:canary@localhost/x')
  expect(() => readConfig({ DATABASE_URL_FILE: empty })).toThrow(
    /DATABASE_URL: DATABASE_URL_FILE names .*, which is empty/,
  )
  expect(() => readConfig({ SMTP_URL_FILE: missing })).toThrow(
    /SMTP_URL_FILE names .*, which cannot be read \(ENOENT\)/,
  )
  expect(() => readConfig({ METRICS_TOKEN_FILE: full, METRICS_TOKEN: 'x' })).toThrow('must not be set together with')
  rmSync(folder, { recursive: true })
})

test('overrides win, and an undefined one does not', () => {
  expect(readConfig({ PORT: '1' }, { port: 2, host: undefined })).toMatchObject({ port: 2, host: '127.0.0.1' })
})

test('the public address loses its trailing slash', () => {
  expect(readConfig({ PUBLIC_BASE_URL: 'https://routes.example.com/', KEEP_MAILS: 'yes' }).publicBaseUrl).toBe(
    'https://routes.example.com',
  )
})

test('extracts are named one after another, and each must exist', () => {
  const file = import.meta.filename
  expect(readConfig({ OSM_FILE: [file, file].join(delimiter) }).osmFiles).toEqual([file, file])
  expect(readConfig({ OSM_FILE: 'none' }).osmFiles).toEqual([])
  expect(readConfig({}).osmFiles).toBeUndefined()
  expect(() => readConfig({ OSM_FILE: '/nowhere/x.osm.pbf' })).toThrow('OSM_FILE: must name files that exist')
})

test('servers of a map style count by their origins', () => {
  const hosts = 'https://tiles.example.org/v1/  http://10.0.0.1:8080'
  expect(readConfig({ MAP_STYLE_HOSTS: hosts }).mapStyleHosts).toEqual([
    'https://tiles.example.org',
    'http://10.0.0.1:8080',
  ])
  expect(() => readConfig({ MAP_STYLE_HOSTS: "https://a.example 'unsafe-inline'" })).toThrow('MAP_STYLE_HOSTS: must be')
})

test('another geocoder is named by its address and its kind', () => {
  expect(readConfig({ GEOCODER_URL: 'https://geo.example.org/', GEOCODER_TYPE: 'photon' })).toMatchObject({
    geocoderUrl: 'https://geo.example.org',
    geocoderType: 'photon',
  })
  expect(() => readConfig({ GEOCODER_TYPE: 'atlas' })).toThrow('GEOCODER_TYPE: must be one of')
})

describe('a bucket for files', () => {
  const bucket = { S3_BUCKET: 'my-files', S3_ACCESS_KEY: 'access', S3_SECRET_KEY: 'secret' }

  test('by default is at Amazon, and elsewhere has its name in the path', () => {
    expect(readConfig(bucket).s3).toEqual({
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      region: 'us-east-1',
      bucket: 'my-files',
      accessKey: 'access',
      secretKey: 'secret',
      pathStyle: false,
      prefix: '',
    })
    const own = { ...bucket, S3_ENDPOINT: 'https://minio.example.com/', S3_REGION: 'eu', S3_PREFIX: '/a/b' }
    const expected = { endpoint: 'https://minio.example.com', region: 'eu', pathStyle: true, prefix: 'a/b/' }
    expect(readConfig({ ...own, FILE_STORAGE: 's3' })).toMatchObject({ fileStorage: 's3', s3: expected })
  })

  test('of backups is set apart, and asks for the same', () => {
    const own = { BACKUP_S3_BUCKET: 'my-backups', BACKUP_S3_ACCESS_KEY: 'a', BACKUP_S3_SECRET_KEY: 's' }
    const { s3, backupBucket } = readConfig({ ...own, BACKUP_S3_REGION: 'eu-central-1' })
    expect(s3).toBeUndefined()
    expect(backupBucket).toMatchObject({
      bucket: 'my-backups',
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      accessKey: 'a',
    })
    expect(() => readConfig({ BACKUP_S3_BUCKET: 'my-backups' })).toThrow(
      'BACKUP_S3_ACCESS_KEY: is needed for backups in a bucket',
    )
  })

  test('needs its name and its key, and the mistake repeats no secret', () => {
    expect(() => readConfig({ FILE_STORAGE: 's3' })).toThrow('FILE_STORAGE: s3 needs S3_BUCKET')
    expect(() => readConfig({ S3_SECRET_KEY: 'very-secret' })).toThrow(
      /S3_BUCKET: is needed[\s\S]*S3_ACCESS_KEY: is needed/,
    )
    expect(() => readConfig({ S3_SECRET_KEY: 'very-secret' })).not.toThrow('very-secret')
    expect(() => readConfig({ ...bucket, S3_BUCKET: 'Not A Bucket' })).toThrow(
      'S3_BUCKET: must be the name of a bucket',
    )
    expect(() => readConfig({ ...bucket, S3_PREFIX: 'a//b' })).toThrow('S3_PREFIX: must be letters')
  })
})

describe('settings in force', () => {
  const find = (env: Record<string, string>, name: string, overrides = {}) =>
    listSettings(env, readConfig(env, overrides)).find((setting) => setting.name === name)

  test('are told with where they come from', () => {
    expect(find({}, 'PORT')).toEqual({ name: 'PORT', from: 'default', value: '8080' })
    expect(find({ PORT: '81' }, 'PORT')).toEqual({ name: 'PORT', from: 'environment', value: '81' })
    expect(find({ PORT: '81' }, 'PORT', { port: 82 })).toEqual({ name: 'PORT', from: 'command line', value: '82' })
    expect(find({}, 'PUBLIC_BASE_URL')).toEqual({ name: 'PUBLIC_BASE_URL', from: 'default' })
  })

  test('never tell a password or a key', () => {
    const env = {
      DATABASE_URL: 'postgres://app:hidden@db/app',
      ROUTING_URL: 'https://user:hidden@roads.example/v1?key=hidden',
      SMS_HEADERS: 'Authorization: hidden',
    }
    const told = listSettings(env, readConfig(env))
    expect(JSON.stringify(told)).not.toContain('hidden')
    expect(told).toContainEqual({ name: 'DATABASE_URL', from: 'environment' })
    expect(told).toContainEqual({ name: 'ROUTING_URL', from: 'environment', value: 'https://roads.example/v1' })
  })

  test('are all that a server reads, each once', () => {
    const names = listSettings({}, readConfig({})).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
    expect(names.length).toBeGreaterThan(50)
  })
})
