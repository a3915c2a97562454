// The day (the-day.ts) by a client of openapi-client-axios.
import { OpenAPIClientAxios } from 'openapi-client-axios'
import description from './generated/openapi.json' with { type: 'json' }
import { address, expectCompleted, key, plan, report, stopOnRoute } from './the-day.ts'

const client = await new OpenAPIClientAxios({
  definition: description as never,
  axiosConfigDefaults: { baseURL: address, params: { private_key: key } },
}).init()
const { data: projects } = await client.listProjects!()
const { data: created } = await client.createPlan!({ project_id: projects.docs[0].id }, plan)
const { data: optimized } = await client.optimizePlan!({ id: created.id })
const stop_id = stopOnRoute(optimized)
await client.createReport!({ stop_id }, report)
expectCompleted((await client.getStop!({ stop_id })).data)
