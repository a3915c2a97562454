// The options that OSRM documents, each declared once: how it is read from an address and from a JSON body, and what it sets.

export type Approach = 'curb' | 'opposite' | 'unrestricted'
export type Geometries = 'polyline' | 'polyline6' | 'geojson'
export type Overview = 'simplified' | 'full' | 'false' | 'by_legs'

/** Values of one request. Lists have an entry for each coordinate; undefined entries mean the default. */
export interface Options {
  bearings: readonly (readonly [value: number, range: number] | undefined)[]
  radiuses: readonly (number | undefined)[]
  hints: readonly (string | undefined)[]
  approaches: readonly (Approach | undefined)[]
  exclude: readonly string[]
  generateHints: boolean
  skipWaypoints: boolean
  snapping: 'default' | 'any'
  steps: boolean
  /** How many other routes are wanted. */
  alternatives: number
  annotations: readonly string[]
  geometries: Geometries
  overview: Overview
  continueStraight: 'default' | 'true' | 'false'
  /** Indices of coordinates; undefined for all. */
  waypoints: readonly number[] | undefined
  sources: readonly number[] | undefined
  destinations: readonly number[] | undefined
  /** Metres per second. */
  fallbackSpeed: number | undefined
  fallbackCoordinate: 'input' | 'snapped'
  scaleFactor: number
  timestamps: readonly number[]
  gaps: 'split' | 'ignore'
  tidy: boolean
  roundtrip: boolean
  source: 'any' | 'first'
  destination: 'any' | 'last'
  number: number
}

export const defaults: Readonly<Options> = {
  bearings: [],
  radiuses: [],
  hints: [],
  approaches: [],
  exclude: [],
  generateHints: true,
  skipWaypoints: false,
  snapping: 'default',
  steps: false,
  alternatives: 0,
  annotations: [],
  geometries: 'polyline',
  overview: 'simplified',
  continueStraight: 'default',
  waypoints: undefined,
  sources: undefined,
  destinations: undefined,
  fallbackSpeed: undefined,
  fallbackCoordinate: 'input',
  scaleFactor: 1,
  timestamps: [],
  gaps: 'split',
  tidy: false,
  roundtrip: true,
  source: 'any',
  destination: 'any',
  number: 1,
}

/** How an option is read. */
export interface OptionReader {
  /** Sets the value; returns where in the text it is malformed, undefined where it is not. */
  readText(options: Options, text: string): number | undefined
  /** Sets the value; returns what it must be, undefined where it is that. */
  readJson(options: Options, value: unknown): string | undefined
}

/** How one value is read; undefined where it is malformed. */
interface Value<T> {
  text(text: string): T | undefined
  json(value: unknown): T | undefined
  what: string
}

type Setter<T> = (options: Options, value: T) => void

function one<T>({ text, json, what }: Value<T>, set: Setter<T>): OptionReader {
  return {
    readText(options, written) {
      const value = text(written)
      if (value === undefined) return 0
      set(options, value)
      return undefined
    },
    readJson(options, sent) {
      const value = json(sent)
      if (value === undefined) return `must be ${what}`
      set(options, value)
      return undefined
    },
  }
}

interface ListForm {
  separator: ';' | ','
  /** An empty entry, null in JSON, is the default. */
  withDefaults?: true
}

function list<T>(
  value: Value<T>,
  { separator, withDefaults }: ListForm,
  set: Setter<readonly (T | undefined)[]>,
): OptionReader {
  return {
    readText(options, written) {
      const values: (T | undefined)[] = []
      let position = 0
      for (const part of written.split(separator)) {
        const read = part === '' && withDefaults ? undefined : value.text(part)
        if (read === undefined && !(part === '' && withDefaults)) return position
        values.push(read)
        position += part.length + 1
      }
      set(options, values)
      return undefined
    },
    readJson(options, sent) {
      if (!Array.isArray(sent)) return `must be an array, each entry ${value.what}`
      const values: (T | undefined)[] = []
      for (const entry of sent) {
        const isDefault = withDefaults === true && (entry === null || entry === '')
        const read = isDefault ? undefined : value.json(entry)
        if (read === undefined && !isDefault) return `must be an array, each entry ${value.what}`
        values.push(read)
      }
      set(options, values)
      return undefined
    },
  }
}

const flag: Value<boolean> = {
  text: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  json: (value) => (typeof value === 'boolean' ? value : undefined),
  what: 'true or false',
}

function word<const W extends string>(...words: readonly W[]): Value<W> {
  const find = (value: unknown) => words.find((known) => known === value)
  return { text: find, json: find, what: `one of ${words.join(', ')}` }
}

const whole: Value<number> = {
  text: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
  json: (value) => (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined),
  what: 'a whole number',
}

const decimal: Value<number> = {
  text: (text) => (/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined),
  json: (value) => (typeof value === 'number' ? value : undefined),
  what: 'a number',
}

const radius: Value<number> = {
  text: (text) => (text === 'unlimited' ? Infinity : notNegative(decimal.text(text))),
  json: (value) => (value === 'unlimited' ? Infinity : notNegative(decimal.json(value))),
  what: 'a number of metres, 0 or more, or unlimited',
}

function notNegative(value: number | undefined): number | undefined {
  return value !== undefined && value >= 0 ? value : undefined
}

const bearing: Value<readonly [number, number]> = {
  text: (text) => (/^\d{1,3},\d{1,3}$/.test(text) ? asBearing(text.split(',').map(Number)) : undefined),
  json: (value) => (Array.isArray(value) ? asBearing(value) : undefined),
  what: 'degrees from 0 to 360 and a range of them from 0 to 180',
}

function asBearing([value, range, ...others]: readonly unknown[]): readonly [number, number] | undefined {
  const [degrees, most] = [whole.json(value), whole.json(range)]
  if (degrees === undefined || most === undefined || others.length > 0) return undefined
  return degrees <= 360 && most <= 180 ? [degrees, most] : undefined
}

const base64 = /^[A-Za-z0-9_-]+={0,2}$/
const hint: Value<string> = {
  text: (text) => (base64.test(text) ? text : undefined),
  json: (value) => (typeof value === 'string' && base64.test(value) ? value : undefined),
  what: 'a hint of an earlier response',
}

const name: Value<string> = {
  text: (text) => (/^[A-Za-z0-9_]+$/.test(text) ? text : undefined),
  json: (value) => (typeof value === 'string' ? name.text(value) : undefined),
  what: 'the name of a class',
}

/** `true` for a first one. */
const alternatives: Value<number> = {
  text: (text) => {
    const isWanted = flag.text(text)
    return isWanted === undefined ? whole.text(text) : Number(isWanted)
  },
  json: (value) => (typeof value === 'boolean' ? Number(value) : whole.json(value)),
  what: 'true, false or a whole number',
}

/** All of a kind by true, none by false, or a list of names. */
function annotations(known: readonly string[]): OptionReader {
  const names = list(word(...known), { separator: ',' }, (options, values) => {
    options.annotations = values.flatMap((value) => value ?? [])
  })
  const all: Setter<boolean> = (options, isWanted) => {
    options.annotations = isWanted ? known : []
  }
  const switched = one(flag, all)
  return {
    readText: (options, text) =>
      switched.readText(options, text) === undefined ? undefined : names.readText(options, text),
    readJson: (options, value) =>
      typeof value === 'boolean' ? switched.readJson(options, value) : names.readJson(options, value),
  }
}

/** Every coordinate by `all`, or a list of indices. */
function indices(set: Setter<readonly number[] | undefined>): OptionReader {
  const some = list(whole, { separator: ';' }, (options, values) => set(options, present(values)))
  const all = one(word('all'), (options) => set(options, undefined))
  return {
    readText: (options, text) => (text === 'all' ? all.readText(options, text) : some.readText(options, text)),
    readJson: (options, value) => some.readJson(options, value),
  }
}

function present<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value) => value !== undefined)
}

/** Setter of one field. */
function field<Name extends keyof Options>(key: Name): Setter<Options[Name]> {
  return (options, value) => {
    options[key] = value
  }
}

const perCoordinate = { separator: ';', withDefaults: true } as const

const general: Readonly<Record<string, OptionReader>> = {
  bearings: list(bearing, perCoordinate, field('bearings')),
  radiuses: list(radius, perCoordinate, field('radiuses')),
  hints: list(hint, perCoordinate, field('hints')),
  approaches: list(word('curb', 'opposite', 'unrestricted'), perCoordinate, field('approaches')),
  exclude: list(name, { separator: ',' }, (options, values) => {
    options.exclude = present(values)
  }),
  generate_hints: one(flag, field('generateHints')),
  skip_waypoints: one(flag, field('skipWaypoints')),
  snapping: one(word('default', 'any'), field('snapping')),
}

/** Annotations of ways. `nodes`, which these roads do not know, is read only where it is named. */
export const wayAnnotations = ['duration', 'distance', 'datasources', 'weight', 'speed'] as const

const ofRoutes: Readonly<Record<string, OptionReader>> = {
  ...general,
  steps: one(flag, field('steps')),
  annotations: withNodes(annotations(wayAnnotations), annotations([...wayAnnotations, 'nodes'])),
  geometries: one(word('polyline', 'polyline6', 'geojson'), field('geometries')),
  overview: one(word('simplified', 'full', 'false', 'by_legs'), field('overview')),
}

/** `true` means what there is; a list may name what there is not, too. */
function withNodes(there: OptionReader, all: OptionReader): OptionReader {
  return {
    readText: (options, text) => (text === 'true' ? there : all).readText(options, text),
    readJson: (options, value) => (value === true ? there : all).readJson(options, value),
  }
}

const waypoints = indices(field('waypoints'))
/** JSON has true and false for what is a word in addresses. */
const continueStraight: Value<Options['continueStraight']> = {
  ...word('default', 'true', 'false'),
  json: (value) => (typeof value === 'boolean' ? (`${value}` as const) : value === 'default' ? value : undefined),
}

export type ServiceName = 'route' | 'table' | 'nearest' | 'match' | 'trip'

/** The options of each service by their names in addresses. */
export const optionsByService: Readonly<Record<ServiceName, Readonly<Record<string, OptionReader>>>> = {
  route: {
    ...ofRoutes,
    alternatives: one(alternatives, field('alternatives')),
    continue_straight: one(continueStraight, field('continueStraight')),
    waypoints,
  },
  table: {
    ...general,
    sources: indices(field('sources')),
    destinations: indices(field('destinations')),
    annotations: annotations(['duration', 'distance']),
    fallback_speed: one(decimal, field('fallbackSpeed')),
    fallback_coordinate: one(word('input', 'snapped'), field('fallbackCoordinate')),
    scale_factor: one(decimal, field('scaleFactor')),
  },
  nearest: { ...general, number: one(whole, field('number')) },
  match: {
    ...ofRoutes,
    timestamps: list(whole, { separator: ';' }, (options, values) => {
      options.timestamps = present(values)
    }),
    gaps: one(word('split', 'ignore'), field('gaps')),
    tidy: one(flag, field('tidy')),
    waypoints,
  },
  trip: {
    ...ofRoutes,
    roundtrip: one(flag, field('roundtrip')),
    source: one(word('any', 'first'), field('source')),
    destination: one(word('any', 'last'), field('destination')),
  },
}
