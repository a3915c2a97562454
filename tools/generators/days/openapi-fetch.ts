// The day (the-day.ts) by a client of openapi-fetch.
import createClient from 'openapi-fetch'
import type { paths } from './generated/openapi-fetch.ts'
import { address, expectCompleted, fetchWithKey, given, plan, report, stopOnRoute } from './the-day.ts'

const client = createClient<paths>({ baseUrl: address, fetch: fetchWithKey })
const projects = given((await client.GET('/v2/projects')).data, 'listing the projects')
const created = await client.POST('/v2/plan', { params: { query: { project_id: projects.docs[0]!.id } }, body: plan })
const { id } = given(created.data, 'creating the plan')
const optimized = await client.POST('/v2/plan/{id}/optimize', { params: { path: { id } } })
const stop_id = stopOnRoute(given(optimized.data, 'optimizing'))
given(
  (await client.POST('/v3/stop/{stop_id}/report', { params: { path: { stop_id } }, body: report })).data,
  'reporting',
)
expectCompleted(
  given((await client.GET('/v2/stop/{stop_id}', { params: { path: { stop_id } } })).data, 'reading the stop'),
)
