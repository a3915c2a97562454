// The service follows the rules of reports: every case of the contract's table, filed over HTTP by the driver's link.
import { type ReportCase, reportCases } from '@routewright/contract/test/report-cases'
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { png } from '../../../test/pictures.ts'
import { json } from '../../frame/platform/scope.ts'

const server = useTestServer()
let account: Account
const signature = `data:image/png;base64,${png().toString('base64')}`

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })

beforeEach(async () => {
  account = await server.createAccount()
})

/** The project, and a started route on which the stop of the case comes first, then what it needs. */
async function arrange({ settings = {}, cancel_reasons = [], stop }: ReportCase) {
  await server.services.database.db
    .updateTable('projects')
    .set({ settings: json(settings), cancel_reasons: json(cancel_reasons) })
    .where('id', '=', account.project_id)
    .execute()
  const planId = (await call('POST', '/v2/plan', {}, { project_id: account.project_id })).body.id
  const location = { lat: 47.14, lng: 9.52 }
  const create = async (input: object) =>
    (await call('POST', '/v2/stops', [{ location, ...input }], { plan_id: planId })).body[0]
  const packages = stop.parcels?.map((identifier) => ({ identifier }))
  const tasks = Array.from({ length: stop.tasks ?? 0 }, (_, index) => ({ label: `Task ${index + 1}` }))
  const isPickup = stop.type === 'pickup'
  const reported = await create(isPickup ? { type: 'pickup', tasks } : { packages, tasks })
  const holder = isPickup ? await create({ pickup_id: reported.id, packages }) : reported
  const ids = [...new Set([reported.id, holder.id])]
  // Another stop keeps the route from ending with the report.
  const routeId = (await call('POST', '/v2/routes', [{ email: 'driver@example.test' }], { plan_id: planId })).body[0].id
  await call('PUT', `/v2/route/${routeId}/stops`, { stops: [...ids, (await create({})).id] })
  const link = (await call('POST', `/v2/route/${routeId}/dispatch`)).body.public_link
  const headers = { authorization: `Bearer ${link.split('/d/')[1]}` }
  return { reported, holder, drive: (path: string, body: object) => server.call('POST', path, { body, headers }) }
}

test.each(reportCases.map((entry) => [entry.name, entry] as const))('%s', async (_name, entry) => {
  const { reported, holder, drive } = await arrange(entry)
  const { type, cancel_reason, photo, fields, tasks, handed, pin } = entry.report
  const answer = await drive(`/driver/v1/stop/${reported.id}/report`, {
    type,
    cancel_reason,
    custom_fields: fields,
    signature: entry.report.signature && signature,
    awaited_images: photo && ['photo-1'],
    tasks: tasks?.flatMap((status, index) => (status ? [{ task_id: reported.tasks[index].id, status }] : [])),
    packages: handed?.map((identifier) => ({ identifier })),
    pin: pin && reported.pin,
  })
  if ('missing' in entry.answer) {
    const wantsCode = { status: 400, body: { message_id: 'highway.stop.error.invalid_pin' } }
    // A driver cannot redo a stop, so an incomplete report is kept for a dispatcher.
    const kept = { status: 202, body: { reason: 'refused', refusal: expect.stringContaining(entry.answer.missing) } }
    expect(answer).toMatchObject(entry.answer.missing === 'pin' ? wantsCode : kept)
    expect((await call('GET', `/v2/stop/${reported.id}`)).body.status).toBe('pending')
    return
  }
  expect(answer.status, answer.text).toBe(201)
  expect((await call('GET', `/v2/stop/${reported.id}`)).body.status).toBe(entry.answer.status)
  if (!entry.answer.parcels) return
  const after = (await call('GET', `/v2/stop/${holder.id}`)).body
  expect(after.packages.map(({ status }: { status: string }) => status)).toEqual(entry.answer.parcels)
})
