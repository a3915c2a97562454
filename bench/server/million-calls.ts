// Calls of `million.ts` on a project, and the time that each may take.

import { type Extent, planId, stopId, stopNumber } from './million-rows.ts'
import type { Serving } from './served.ts'

export interface Project {
  serving: Serving
  extent: Extent
  stops: number
}

export interface Call {
  name: string
  /** Milliseconds that half of the responses may take. */
  goal: number
  ask(turn: number): { method?: string; path: string; body?: unknown }
  /** Shows the part of the response which proves that it found records. */
  tell(answer: string): string
}

export interface Write {
  name: string
  runs: number
  /** Makes the records to write into, and returns the call to time. */
  prepare(ask: (call: Call) => Promise<string>): Promise<Call>
}

export interface FileOrder {
  name: string
  rows: number
  goalSeconds: number
  goalMegabytes: number
  /** Orders the file and fetches it; returns its size. */
  take(project: Project): Promise<number>
}

const day = 86_400_000
const getDate = (offset: number) => new Date(Date.now() + offset * day).toISOString().slice(0, 10)

/** Everything that is asked, in the order of the table. */
export function getCalls(project: Project): Call[] {
  return [...listCalls(project), ...searchCalls(project), ...findCalls(project), ...analyticsCalls(project)]
}

const computeTotal = (answer: string) => `total ${(JSON.parse(answer) as { total: number }).total}`
const countFindings = (answer: string) => `${(JSON.parse(answer) as { findings: unknown[] }).findings.length} found`

/** Numbers of stops that are there, spread over the plans. */
function someStop({ extent }: Project, turn: number): number {
  return stopNumber((turn * 7_919) % extent.plans, (turn * 13) % 100)
}

function listCalls(project: Project): Call[] {
  const { extent } = project
  const plans = (name: string, query: string): Call => ({
    name: `plans: ${name}`,
    goal: 20,
    ask: () => ({ path: `/v2/plans?project_id=${extent.projectId}&${query}` }),
    tell: computeTotal,
  })
  return [
    plans('first page', ''),
    { ...plans('of all projects', ''), ask: () => ({ path: '/v2/plans' }) },
    plans('of a status', 'status=finished'),
    plans('by a text', 'text=castle'),
    plans('last page', `offset=${extent.plans - 20}`),
    plans('by number of stops', 'sort=total_stops:desc'),
    {
      name: 'stop by id',
      goal: 10,
      ask: (turn) => ({ path: `/v2/stop/${stopId(extent, someStop(project, turn))}` }),
      tell: (answer) => (JSON.parse(answer) as { external_id: string }).external_id,
    },
    {
      name: 'stops of a plan',
      goal: 100,
      ask: (turn) => ({ path: `/v2/plan/${planId(extent, (turn * 31) % extent.plans)}/stops` }),
      tell: (answer) => `${(JSON.parse(answer) as unknown[]).length} stops`,
    },
  ]
}

function searchCalls(project: Project): Call[] {
  const { extent } = project
  const search = (name: string, goal: number, bodyOf: (turn: number) => object): Call => ({
    name: `search: ${name}`,
    goal,
    ask: (turn) => ({ method: 'POST', path: `/v2/stops/search?project_id=${extent.projectId}`, body: bodyOf(turn) }),
    tell: computeTotal,
  })
  const one = (field: string, operator: string, value: unknown) => ({ predicates: [{ field, operator, value }] })
  const text = (name: string, textOf: (turn: number) => string): Call => ({
    name: `search by text: ${name}`,
    goal: 100,
    ask: (turn) => ({
      path: `/v2/stops/search?project_id=${extent.projectId}&text=${encodeURIComponent(textOf(turn))}`,
    }),
    tell: computeTotal,
  })
  return [
    search('external id', 10, (turn) => one('external_id', 'eq', `ORDER-${extent.mark}-${someStop(project, turn)}`)),
    search('external id, nothing', 10, (turn) => one('external_id', 'eq', `NONE-${turn}`)),
    search('label contains a rare text', 100, (turn) => one('label', 'contains', `Kindle ${1_000 + turn * 7}`)),
    search('label contains a word of many', 100, () => one('label', 'contains', 'museum')),
    search('label contains nothing', 100, (turn) => one('label', 'contains', `nothing ${turn}`)),
    search('external id contains', 100, (turn) => one('external_id', 'contains', `-${someStop(project, turn)}`)),
    search('city and label contain', 100, () => ({
      predicates: [
        one('location.city', 'eq', 'Vaduz').predicates[0],
        one('label', 'contains', 'bakery kindle 12').predicates[0],
      ],
    })),
    text('a rare one', (turn) => `customer${someStop(project, turn)}`),
    text('street and number', () => 'Quarry Street 117'),
    text('a common word', () => 'pharmacy'),
    text('a parcel', (turn) => `PKG-${extent.mark}-${someStop(project, turn * 2) & ~1}`),
    text('nothing', (turn) => `no such thing ${turn}`),
    search('status completed, with total', 100, () => one('status', 'eq', 'completed')),
    search('status pending, with total', 100, () => one('status', 'eq', 'pending')),
    search('status canceled, oldest first', 100, () => ({ ...one('status', 'eq', 'canceled'), sort_by: 'created_at' })),
    search('all, newest first', 100, () => ({})),
    search('all, a deep page', 100, () => ({ offset: Math.floor(project.stops / 2) })),
    search('day of the plan', 100, (turn) => one('plan_execution_date', 'eq', getDate(-1 - turn))),
  ]
}

function findCalls(project: Project): Call[] {
  const { extent } = project
  const find = (name: string, textOf: (turn: number) => string): Call => ({
    name: `find: ${name}`,
    goal: 50,
    ask: (turn) => ({ path: `/app/v1/find?project_id=${extent.projectId}&text=${encodeURIComponent(textOf(turn))}` }),
    tell: countFindings,
  })
  return [
    find('id', (turn) => stopId(extent, someStop(project, turn))),
    find('external id', (turn) => `order-${extent.mark}-${someStop(project, turn)}`),
    find('beginning of an external id', () => `order-${extent.mark}-1`),
    find('parcel', (turn) => `pkg-${extent.mark}-${someStop(project, turn) & ~1}`),
    find('phone', (turn) => `423 ${String(someStop(project, turn) % 10_000_000).padStart(7, '0')}`),
    find('two words of a name', () => 'anna gan'),
    find('a word that many stops have', () => 'bakery'),
    find('a common beginning', () => 'ca'),
    find('nothing', (turn) => `nothing-${turn}`),
  ]
}

function analyticsCalls({ extent }: Project): Call[] {
  return [7, 30, 90, 365].map((days) => ({
    name: `analytics: ${days} days`,
    goal: 1_000,
    ask: () => ({
      path: `/app/v1/analytics?project_id=${extent.projectId}&from_date=${getDate(1 - days)}&to_date=${getDate(0)}`,
    }),
    tell: (answer) => `${(JSON.parse(answer) as { total: { total_stops: number } }).total.total_stops} stops`,
  }))
}

/** 5,000 stops at once, and a report. */
export function listWrites({ extent }: Project): Write[] {
  const post = (name: string, path: string, body: unknown): Call => ({
    name,
    goal: 0,
    ask: () => ({ method: 'POST', path, body }),
    tell: () => '',
  })
  const stops = (count: number, turn: number) =>
    Array.from({ length: count }, (_, index) => ({
      external_id: `NEW-${turn}-${index}`,
      label: `Customer ${index * 7 + turn} Lampert`,
      phone: `+423 555 ${String(index).padStart(4, '0')}`,
      email: `new${index}@example.test`,
      location: {
        lat: 47 + index / 100_000,
        lng: 9.5 + index / 100_000,
        city: 'Vaduz',
        street: `Mill Street ${index}`,
        postal_code: '9490',
      },
      time_windows: [[28_800 + (index % 10) * 600, 64_800]],
      weight: 1 + (index % 20),
    }))
  let turn = 0
  const makePlan = async (ask: (call: Call) => Promise<string>): Promise<string> => {
    const plan = await ask(
      post('make a plan', `/v2/plan?project_id=${extent.projectId}`, { execution_date: getDate(30) }),
    )
    return (JSON.parse(plan) as { id: string }).id
  }
  return [
    {
      name: 'write: 5,000 stops',
      runs: 7,
      prepare: async (ask) => post('5,000 stops', `/v2/stops?plan_id=${await makePlan(ask)}`, stops(5_000, turn++)),
    },
    {
      name: 'write: a stop',
      runs: 50,
      prepare: async (ask) => post('a stop', `/v2/stops?plan_id=${await makePlan(ask)}`, stops(1, turn++)),
    },
    {
      name: 'write: a report',
      runs: 50,
      prepare: async (ask) => {
        const id = await makePlan(ask)
        const made = await ask(post('stops', `/v2/stops?plan_id=${id}`, stops(20, turn++)))
        const ids = (JSON.parse(made) as { id: string }[]).map((stop) => stop.id)
        await ask(post('a route', `/v2/routes?plan_id=${id}`, [{ label: 'Route', stops: [] }]))
        return post('a report', `/v3/stop/${ids[0]}/report`, { type: 'service_report_completed' })
      },
    },
  ]
}

const exportedDays = 15

/** An Excel workbook of some 75,000 stops: written while it is fetched, and written in the background first. */
export function listExports({ extent }: Project): FileOrder[] {
  const asked = {
    project_id: extent.projectId,
    from_date: getDate(-19),
    to_date: getDate(exportedDays - 20),
    format: 'xlsx',
  }
  const goals = { rows: exportedDays * extent.plansPerDay * 250, goalSeconds: 10, goalMegabytes: 300 }
  return [
    {
      name: 'export: stops as Excel',
      ...goals,
      take: (project) => fetchFile(project, `/app/v1/export/stops?${new URLSearchParams(asked)}`),
    },
    {
      name: 'export: stops as Excel, in the background',
      ...goals,
      async take(project) {
        const { id } = await call<{ id: string }>(project, '/app/v1/exports', { ...asked, what: 'stops' })
        for (;;) {
          const { state } = await call<{ state: string }>(project, `/app/v1/exports/${id}`)
          if (state === 'failed') throw new Error('The export failed.')
          if (state === 'finished') return fetchFile(project, `/app/v1/exports/${id}/file`)
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      },
    },
  ]
}

async function ask({ serving }: Project, path: string, body?: object): Promise<Response> {
  const url = `${serving.address}${path}${path.includes('?') ? '&' : '?'}private_key=${serving.key}`
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, body ? { method: 'POST', headers, body: JSON.stringify(body) } : {})
  if (!answer.ok) throw new Error(`The export answered ${answer.status}: ${await answer.text()}`)
  return answer
}

async function call<Answer>(project: Project, path: string, body?: object): Promise<Answer> {
  return (await (await ask(project, path, body)).json()) as Answer
}

async function fetchFile(project: Project, path: string): Promise<number> {
  return (await (await ask(project, path)).arrayBuffer()).byteLength
}
