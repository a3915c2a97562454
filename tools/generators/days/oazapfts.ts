// The day (the-day.ts) by a client of oazapfts.
import { ok } from '@oazapfts/runtime'
import { createPlan, createReport, defaults, getStop, listProjects, optimizePlan } from './generated/oazapfts.ts'
import { address, expectCompleted, fetchWithKey, plan, report, stopOnRoute } from './the-day.ts'

Object.assign(defaults, { baseUrl: address, fetch: fetchWithKey })
const projects = await ok(listProjects())
const { id } = await ok(createPlan(projects.docs[0]!.id, plan))
const stopId = stopOnRoute(await ok(optimizePlan(id)))
await ok(createReport(stopId, report))
expectCompleted(await ok(getStop(stopId)))
