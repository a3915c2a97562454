import type { Report } from '@routewright/contract'
import { describe, expect, test } from 'vitest'
import type { QueuedItem } from '../store/database.ts'
import { amendReports, isMeantBy, reportOnPhone } from './amended-reports.ts'

const queued = (body: object) =>
  ({ id: 'c1', kind: 'report', route_id: 'r', stop_id: 's', body }) as QueuedItem & { kind: 'report' }

describe('a report that waits on the phone', () => {
  const always = { id: 'c1', client_id: 'c1', stop_id: 's', route_id: 'r', project_id: '', reporter: 'driver' }

  test('shows everything that was said, with pictures by the phone’s own ids', () => {
    const said = {
      type: 'service_report_completed',
      comments: 'At the back door',
      custom_fields: { km: 12 },
      taken_by: 'neighbour',
      taker_name: 'Meier',
      payment_collected: { amount: '12.50', currency: 'CHF', method: 'cash' },
      tasks: [{ task_id: 't', status: 'completed' }],
      packages: [{ identifier: 'P1' }],
    }
    const body = { ...said, signature: 'data:image/png;base64,AA', awaited_images: ['p1', 'p2'], created_at: 'T' }
    expect(reportOnPhone(queued(body))).toEqual({
      ...said,
      ...always,
      signature: { id: 'c1', url: 'data:image/png;base64,AA' },
      images: [
        { id: 'p1', url: '' },
        { id: 'p2', url: '' },
      ],
      created_at: 'T',
    })
  })

  test('has no word for what was not said', () => {
    const report = reportOnPhone(queued({ type: 'service_report_canceled', cancel_reason: 'Refused', comments: '' }))
    expect(report).toEqual({
      ...always,
      type: 'service_report_canceled',
      cancel_reason: 'Refused',
      images: [],
      tasks: [],
      packages: [],
      created_at: '',
    })
  })
})

describe('a correction', () => {
  const image = (id: string) => ({ id, url: `https://files.example/${id}` })
  const sent = {
    id: 'stored',
    client_id: 'c1',
    type: 'service_report_completed',
    comments: 'At the door',
    taken_by: 'neighbour',
    signature: image('sig'),
    images: [image('i1'), image('i2')],
  } as Report
  const other = { ...sent, id: 'other', client_id: 'c2' } as Report
  const amend = (amended: object, at?: string) =>
    amendReports([sent, other], { action: 'amend', report: 'c1', amended, at } as never)[0]!

  test('means a report by the service’s id or by the phone’s', () => {
    const of = (report: string) => isMeantBy(sent, { action: 'amend', report } as never)
    expect([of('stored'), of('c1'), of('c2')]).toEqual([true, true, false])
  })

  test('that takes back leaves the others', () => {
    expect(amendReports([sent, other], { action: 'take_back', report: 'stored' } as never)).toEqual([other])
  })

  test('changes what it names, takes away what it empties, and leaves the rest and other reports', () => {
    const at = '2026-03-02T08:00:00.000Z'
    const [changed, untouched] = amendReports([sent, other], {
      action: 'amend',
      report: 'c1',
      amended: { comments: 'In the garage', taken_by: null },
      at,
    } as never)
    const { taken_by: _, ...rest } = sent
    expect(changed).toEqual({ ...rest, comments: 'In the garage', amended_at: at })
    expect(untouched).toBe(other)
    expect(amend({ comments: 'In the garage' })).not.toHaveProperty('amended_at')
  })

  test('keeps the pictures that it names and adds those that wait, each once', () => {
    expect(amend({ comments: 'x' }).images).toEqual(sent.images)
    expect(amend({ images: ['i2'] }).images).toEqual([image('i2')])
    expect(amend({ images: [{ id: 'i1' }], awaited_images: ['p9'] }).images).toEqual([
      image('i1'),
      { id: 'p9', url: '' },
    ])
    // Only those that wait: one that the service has by now keeps its address.
    expect(amend({ awaited_images: ['i1'] }).images).toEqual([image('i1')])
    expect(amend({ images: [] }).images).toEqual([])
  })

  test('takes the signature away, or sets a new one', () => {
    expect(amend({ comments: 'x' }).signature).toEqual(sent.signature)
    expect(amend({ signature: null })).not.toHaveProperty('signature')
    expect(amend({ signature: 'data:new' }).signature).toEqual({ id: 'stored', url: 'data:new' })
  })
})
