// The fields that inputs of tools are made of, with what an assistant has to know to fill them in.
import { ID_PATTERN } from '@routewright/contract'
import Type from 'typebox'
import { secondsOfClock } from './figures.ts'
import { refuseField } from './tool.ts'

export const id = (description: string) =>
  Type.String({ description, pattern: ID_PATTERN, minLength: 24, maxLength: 24 })
export const planId = () => id('Id of a plan, from list_plans, overview or find.')
export const routeId = () => id('Id of a route, from read_plan.')
export const stopId = () => id('Id of a stop, from list_stops or find.')
export const projectId = () => id('Id of a project, from overview.')
export const ids = (description: string, maxItems: number) =>
  Type.Array(id(description), { description, minItems: 1, maxItems, uniqueItems: true })
export const words = (description: string, maxLength = 200) => Type.String({ description, minLength: 1, maxLength })
export const oneOf = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], description })
export const day = (description: string) =>
  Type.String({ description: `${description} As 2026-01-31.`, pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
export const clock = (description: string) =>
  Type.String({
    description: `${description} As 08:30, in the time zone of the project.`,
    pattern: '^\\d{1,3}:[0-5]\\d$',
  })
export const latitude = () => Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north.' })
export const longitude = () => Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east.' })

export const page = {
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'How many to skip; 0 by default.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'How many at most; 25 by default.' })),
}

export const timeWindow = () =>
  Type.Object(
    { from: clock('Begin.'), to: clock('End.') },
    { additionalProperties: false, description: 'Both on the day of the plan.' },
  )

/** A window as the interface has it. Throws ToolRefusal for one that ends before it begins. */
export function readWindow({ from, to }: { from: string; to: string }, field: string): [number, number] {
  const [start, end] = [secondsOfClock(from), secondsOfClock(to)]
  if (start === undefined || end === undefined || end <= start) throw refuseField(field, `${to} must be after ${from}`)
  return [start, end]
}

/** The part of a list that was asked for, and what is left of it. */
export function paged<T>(list: readonly T[], { offset = 0, limit = 25 }: { offset?: number; limit?: number }) {
  const part = list.slice(offset, offset + limit)
  const next = offset + part.length
  return { total: list.length, shown: part.length, ...(next < list.length ? { next_offset: next } : {}), part }
}
