// The day (the-day.ts) by a client of hey-api.
import { client } from './generated/hey-api/client.gen.ts'
import { createPlan, createReport, getStop, listProjects, optimizePlan } from './generated/hey-api/sdk.gen.ts'
import { address, expectCompleted, fetchWithKey, given, plan, report, stopOnRoute } from './the-day.ts'

// Its own `auth` loses a key that belongs into the query of a call without other query parameters (seen in 0.95.0).
client.setConfig({ baseUrl: address, fetch: fetchWithKey })
const projects = given((await listProjects()).data, 'listing the projects')
const created = await createPlan({ query: { project_id: projects.docs[0]!.id }, body: plan })
const { id } = given(created.data, 'creating the plan')
const stop_id = stopOnRoute(given((await optimizePlan({ path: { id } })).data, 'optimizing'))
given((await createReport({ path: { stop_id }, body: report })).data, 'reporting')
expectCompleted(given((await getStop({ path: { stop_id } })).data, 'reading the stop'))
