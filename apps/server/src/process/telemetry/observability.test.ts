// The dashboard and the alerts that we hand out speak of measurements that there are.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
const folder = new URL('../../../../../deploy/observability/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

/** Every measurement that a Prometheus server keeps of this process, by the names that its language uses, with their labels. */
async function listSeries(): Promise<Map<string, Set<string>>> {
  await server.createAccount()
  await server.call('GET', '/health')
  const series = new Map<string, Set<string>>()
  for (const line of (await server.services.metrics.registry.metrics()).split('\n')) {
    const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
    if (!name) continue
    const known = series.get(name) ?? new Set<string>()
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label!)
    series.set(name, known)
  }
  return series
}

function listExpressions(text: string): string[] {
  return [...text.matchAll(/"(?:expr|query)": "((?:[^"\\]|\\.)*)"/g)].map(([, expression]) =>
    JSON.parse(`"${expression}"`),
  )
}

test.each([
  [
    'grafana-dashboard.json',
    (text: string) => listExpressions(text).filter((expression) => expression !== 'prometheus'),
  ],
  ['alerts.yml', (text: string) => [...text.matchAll(/expr: (?:>-\n)?((?:.|\n(?= {10,}))*)/g)].map(([, one]) => one!)],
])('%s', async (file, find) => {
  const series = await listSeries()
  // Series of jobs exist once one ended; a Prometheus server that has seen none shows an empty panel.
  series.set('job_duration_seconds_count', new Set(['queue', 'outcome']))
  const expressions = find(read(file))
  expect(expressions.length).toBeGreaterThan(8)
  const names = expressions.flatMap(
    (expression) => expression.match(/\b[a-z]+(?:_[a-z0-9]+)+\b(?=[{[)]|\s|,|$)/g) ?? [],
  )
  const own = names.filter((name) => !/^(histogram_quantile|label_replace|label_values)$/.test(name))
  expect(own.length).toBeGreaterThanOrEqual(expressions.length - 1)
  for (const name of own) expect([...series.keys()], name).toContain(name)
  for (const expression of expressions) {
    for (const [, name, inside] of expression.matchAll(/(\w+)\{([^}]*)\}/g)) {
      for (const [, label] of inside!.matchAll(/(\w+)\s*(?:=|!)/g)) {
        if (label !== 'instance' && label !== 'job')
          expect([...(series.get(name!) ?? [])], `${name} ${label}`).toContain(label)
      }
    }
  }
})

test('what is due and waits is counted by its queue, with the age of the oldest', async () => {
  const own = await server.createAccount()
  const { database, jobs, metrics, clock } = server.services
  const read = async (name: string, queue: string) => {
    const line = (await metrics.registry.metrics())
      .split('\n')
      .find((text) => text.startsWith(`${name}{queue="${queue}"}`))
    return line === undefined ? undefined : Number(line.split(' ')[1])
  }
  expect(await read('backlog_due', 'mail')).toBeUndefined()
  expect(await read('backlog_due', 'webhooks')).toBe(0)

  const mail = { organization_id: own.organization_id, to: 'a@example.test', subject: 'S', text: 'T' }
  await database.transaction((tx) => jobs.send(tx, 'mail', mail))
  await database.transaction((tx) => jobs.send(tx, 'mail', mail, { startAfter: 600 }))
  const body = { url: 'https://example.test/hook', events: [] }
  const webhook = await server.call('POST', '/app/v1/webhook', {
    body,
    headers: { cookie: await server.signIn(own.user_id) },
  })
  expect(webhook.status, webhook.text).toBe(201)
  await sql`
    insert into webhook_deliveries (webhook_id, event_id, resource_id, body, next_attempt_at, created_at)
    select ${webhook.body.id}, 'plan.created', 'p' || n, '{}', now() - make_interval(secs => 100 * n), ${clock.now()}
    from generate_series(-1, 2) n`.execute(database.db)

  expect(await read('backlog_due', 'mail')).toBe(1)
  expect(await read('backlog_due', 'webhooks')).toBe(3)
  expect(Math.floor((await read('backlog_oldest_seconds', 'webhooks'))! / 10)).toBe(20)
  expect(await read('backlog_oldest_seconds', 'messages')).toBe(0)
})
