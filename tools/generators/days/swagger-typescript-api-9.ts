// The day (the-day.ts) by a client of swagger-typescript-api, version 9: what stands in a path comes as an argument of its own.
import { Api } from './generated/swagger-typescript-api/api.ts'
import { address, expectCompleted, fetchWithKey, plan, report, stopOnRoute } from './the-day.ts'

const { v2, v3 } = new Api({ baseUrl: address, customFetch: fetchWithKey })
const { data: projects } = await v2.listProjects({})
const { data: created } = await v2.createPlan({ project_id: projects.docs[0]!.id }, plan)
const { data: optimized } = await v2.optimizePlan({ id: created.id })
const stopId = stopOnRoute(optimized)
await v3.createReport(stopId, report)
expectCompleted((await v2.getStop(stopId)).data)
