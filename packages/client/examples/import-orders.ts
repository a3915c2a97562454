// Creates stops from orders exactly once, however often this runs: each has the number of its order as external_id.
import { RoutewrightError } from '@routewright/client'
import { connectFromEnvironment } from './connection.ts'

const orders = [
  { number: 'A-1001', customer: 'Museum', lat: 47.1394, lng: 9.5227 },
  { number: 'A-1002', customer: 'Hospital', lat: 47.1312, lng: 9.5163 },
]

const client = connectFromEnvironment()
const project = (await client.listProjects()).docs[0]!
const stops = orders.map(({ number, customer, lat, lng }) => ({
  external_id: number,
  label: customer,
  location: { lat, lng },
  custom_fields: { source: 'import-orders' },
}))

try {
  const { created, found } = await client.createStopsOnce({ project_id: project.id }, stops)
  console.log(`${created} created, ${found} were there`)
} catch (error) {
  if (!(error instanceof RoutewrightError)) throw error
  console.error(`${error.messageId ?? error.status}: ${error.message} (request ${error.requestId ?? '–'})`)
  process.exitCode = 1
}
