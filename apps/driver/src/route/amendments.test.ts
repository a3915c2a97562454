// A correction contains only what differs from the report, with the pictures that are kept; and the phone shows it at once.
import type { DriverRoute, DriverStop, Report } from '@routewright/contract'
import { expect, test } from 'vitest'
import { applyCalls } from '../outbox/overlay.ts'
import type { QueuedItem } from '../store/database.ts'
import { amendedBy, findAmendable, getAmendment } from './amendments.ts'

const image = (id: string) => ({ id, url: `/i/${id}` })
const report: Report = {
  id: 'service-1',
  client_id: 'r-1',
  stop_id: 's',
  project_id: 'p',
  reporter: 'driver',
  type: 'service_report_completed',
  comments: 'Neighbour: Meier\nRang twice',
  taken_by: 'neighbour',
  taker_name: 'Meier',
  images: [image('a'), image('b')],
  tasks: [],
  created_at: '2026-03-02T08:00:00.000Z',
  packages: [{ identifier: 'P1' }, { identifier: 'P2' }],
  signature: image('sig'),
}
const stop = {
  id: 's',
  type: 'delivery',
  status: 'completed',
  reports: [report],
  tasks: [],
  report_attempts: 0,
  packages: [
    { identifier: 'P1', status: 'delivered', picked_at: '1', delivered_at: '2' },
    { identifier: 'P2', status: 'delivered', picked_at: '2', delivered_at: '2' },
  ],
} as unknown as DriverStop
const other = { ...stop, id: 't', status: 'pending', reports: [], packages: [] } as DriverStop
const route = { id: 'r', status: 'in_transit', stops: [stop, other] } as unknown as DriverRoute
const line = 'Neighbour: Meier'
const draft = getAmendment(stop, 'r', report, line)
const call = (body: object): QueuedItem =>
  ({
    kind: 'amend',
    body: { report: 'r-1', ...body },
    id: 'a-1',
    stop_id: 's',
    route_id: 'r',
    state: 'waiting',
  }) as never

test('a draft says what the report says, so that saving it unchanged sends nothing', () => {
  expect(draft).toMatchObject({
    comments: 'Rang twice',
    taken_by: 'neighbour',
    kept_signature: '/i/sig',
    picture_ids: [],
  })
  expect(amendedBy(draft, report, line)).toBeUndefined()
})

test('a correction holds only what differs; pictures are named whole', () => {
  const changed = {
    ...draft,
    comments: 'Rang once',
    kept_images: [image('b')],
    picture_ids: ['new'],
    kept_signature: '',
  }
  expect(amendedBy(changed, report, line)).toEqual({
    comments: 'Neighbour: Meier\nRang once',
    images: ['b'],
    awaited_images: ['new'],
    signature: null,
  })
  const { P2: _missing, ...parcels } = draft.parcels
  expect(amendedBy({ ...draft, parcels }, report, line)).toMatchObject({ packages: [{ identifier: 'P1' }] })
  const nobody = { ...draft, taker_name: '' }
  expect(amendedBy(nobody, report, 'Neighbour')).toMatchObject({ taker_name: null, comments: 'Neighbour\nRang twice' })
})

test('what is corrected shows at once, and once more changes nothing', () => {
  const amended = { comments: 'In the shed', images: ['b'], awaited_images: ['new'], packages: [{ identifier: 'P1' }] }
  const once = applyCalls(route, [call({ action: 'amend', amended })])
  expect(once.stops[0]).toMatchObject({
    status: 'incomplete',
    packages: [{ status: 'delivered' }, { status: 'pending' }],
    reports: [{ comments: 'In the shed', images: [image('b'), { id: 'new', url: '' }], taker_name: 'Meier' }],
  })
  expect(applyCalls(once, [call({ action: 'amend', amended })]).stops).toEqual(once.stops)
})

test('taken back, the stop is open with its parcels as they were, and a new report counts', () => {
  const open = applyCalls(route, [call({ action: 'take_back' })])
  expect(open.stops[0]).toMatchObject({
    status: 'pending',
    reports: [],
    packages: [{ status: 'picked' }, { status: 'pending' }],
  })
  const body = { type: 'service_report_canceled', cancel_reason: 'closed', created_at: '2026-03-02T09:00:00.000Z' }
  const again = {
    kind: 'report',
    body,
    id: 'r-2',
    stop_id: 's',
    route_id: 'r',
    state: 'waiting',
  } as unknown as QueuedItem
  const after = applyCalls(route, [call({ action: 'take_back' }), again])
  expect(after.stops[0]).toMatchObject({ status: 'canceled', reports: [{ client_id: 'r-2' }] })
})

test('the last report of the driver may be corrected until the route ends, unless the project says never', () => {
  const may = (settings: object, status = 'in_transit', of = stop) =>
    findAmendable({ calls: [], session: { settings }, route: { ...route, status } } as never, of)?.id
  expect(may({})).toBe('service-1')
  expect(may({ driver_may_amend: 'until_route_ends' })).toBe('service-1')
  expect(may({ driver_may_amend: 'never' })).toBeUndefined()
  expect(may({}, 'finished')).toBeUndefined()
  expect(may({}, 'in_transit', { ...stop, reports: [{ ...report, reporter: 'dispatcher' }] })).toBeUndefined()
})
