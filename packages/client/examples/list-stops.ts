// Lists every pending stop of the project, page by page.
import { connectFromEnvironment } from './connection.ts'

const client = connectFromEnvironment()
const project = (await client.listProjects()).docs[0]!
const body = { predicates: [{ field: 'status', operator: 'eq' as const, value: 'pending' }] }

let count = 0
for await (const stop of client.iterate('searchStops', { project_id: project.id, body })) {
  console.log(stop.id, stop.label ?? '–', stop.plan_label ?? 'no plan')
  count += 1
}
console.log(`${count} pending stops`)
