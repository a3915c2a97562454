// The day (the-day.ts) by a client of openapi-generator.
import { PlansApi, ProjectsApi, ReportsApi, StopsApi } from './generated/openapi-generator/apis/index.ts'
import { PlanInputFromJSON } from './generated/openapi-generator/models/PlanInput.ts'
import { ReportInputFromJSON } from './generated/openapi-generator/models/ReportInput.ts'
import { Configuration } from './generated/openapi-generator/runtime.ts'
import { address, expectCompleted, key, plan, report, stopOnRoute } from './the-day.ts'

const settings = new Configuration({ basePath: address, apiKey: () => key, fetchApi: fetch })
const projects = await new ProjectsApi(settings).listProjects({})
const plans = new PlansApi(settings)
const { id } = await plans.createPlan({ projectId: projects.docs[0]!.id, body: PlanInputFromJSON(plan) })
const { stops } = await plans.optimizePlan({ id })
const stopId = stopOnRoute({ stops: stops.map((stop) => ({ id: stop.id, route_id: stop.routeId })) })
await new ReportsApi(settings).createReport({ stopId, body: ReportInputFromJSON(report) })
expectCompleted(await new StopsApi(settings).getStop({ stopId }))
