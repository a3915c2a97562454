// A whole day: a plan, its stops, the optimization with progress, and the result.
import { connectFromEnvironment } from './connection.ts'

const client = connectFromEnvironment()
const project = (await client.listProjects()).docs[0]!

const plan = await client.createPlan({ project_id: project.id, body: { label: 'From the example' } })
await client.createStops({
  plan_id: plan.id,
  body: [
    { label: 'Bakery', location: { lat: 47.1393, lng: 9.5228 }, time_windows: [[28_800, 36_000]], weight: 40 },
    { label: 'School', location: { lat: 47.1665, lng: 9.5103 }, duration: 600 },
    { label: 'Workshop', location: { lat: 47.1211, lng: 9.5308 }, requires: [] },
  ],
})
await client.updatePlan({ id: plan.id, body: { optimizer_config: { time_limit_seconds: 2 } } })

await client.optimizePlanAsync({ id: plan.id })
const run = await client.waitForOptimization(plan.id, {
  onProgress: ({ progress, cost }) => console.log(`${Math.round(progress * 100)} % cost ${cost ?? '–'}`),
})
console.log(`${run.status}, ${run.unassigned_stops ?? 0} stops left out`)

for (const route of await client.listPlanRoutes({ id: plan.id })) {
  const inOrder = route.stops ?? []
  if (inOrder.length > 0) console.log(route.vehicle_label ?? route.id, inOrder.map(({ label }) => label).join(' → '))
}
