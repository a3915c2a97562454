// The day (the-day.ts) by a client of orval.
import { createPlan, createReport, getStop, listProjects, optimizePlan } from './generated/orval.ts'
import { address, expectCompleted, fetchWithKey, plan, report, stopOnRoute } from './the-day.ts'

const { fetch: send } = globalThis
const withKey = fetchWithKey
/** Its functions call the global fetch with the path alone. */
globalThis.fetch = (input, init) =>
  String(input).startsWith('/') ? withKey(new URL(String(input), address), init) : send(input, init)

const projects = await listProjects()
if (projects.status !== 200) throw new Error(`listing the projects: ${projects.status}`)
const created = await createPlan({ project_id: projects.data.docs[0]!.id }, plan)
if (created.status !== 201) throw new Error(`creating the plan: ${created.status}`)
const optimized = await optimizePlan(created.data.id)
if (optimized.status !== 200) throw new Error(`optimizing: ${optimized.status}`)
const stopId = stopOnRoute(optimized.data)
const reported = await createReport(stopId, report)
if (reported.status !== 201) throw new Error(`reporting: ${reported.status}`)
const stop = await getStop(stopId)
if (stop.status !== 200) throw new Error(`reading the stop: ${stop.status}`)
expectCompleted(stop.data)
