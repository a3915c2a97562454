// Rules: stops from addresses, suggestions while somebody types, the address at a point.
import {
  type GeocodedStopInput,
  type LocatedAddress,
  type Location,
  type StopInput,
  textLength,
} from '@routewright/contract'
import { findCountry, foldWords, namesBox } from '@routewright/roads'
import { getProject } from '../../accounts/projects/projects.ts'
import type { JsonObject, LocationValue } from '../../data/values.ts'
import { listStartsOfVehicles } from '../../data/vehicles.sql.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type FoundPlace, type Geocoder, GeocoderFailure, type PlaceQuery } from '../../geography/geocoding/geocoder.ts'
import { recallAddresses } from '../corrections/corrections.ts'
import { getPlan } from '../plans/plans.ts'
import { createStopsAt, type StopOwner, type StopRecord } from '../stops/stops.ts'
import { askForPlaces } from './location-questions.ts'

/** Longest query in characters: geocoding servers refuse longer ones. */
const MAX_QUERY_LENGTH = 500
/** Most start places that are read: vehicles of a project start at a few places, however many vehicles there are. */
const MAX_STARTS = 20

export { askForPlaces } from './location-questions.ts'

type Run = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>

interface GeocodingContext {
  read: Run
  transaction: Run
}

/**
 * POST /v2/stops/geocode: finds the places, then creates the stops as POST /v2/stops does. Misses are created without
 * coordinates, their address as label; the recipients of doubtful places are asked as the project says. Nothing is asked before the caller's right to the plan or project is known, and
 * nothing inside a transaction. Throws highway.geocoding.error.unavailable and what `createStopsAt` throws.
 */
export async function geocodeStops(
  { read, transaction }: GeocodingContext,
  geocoder: Geocoder,
  owner: StopOwner,
  inputs: readonly GeocodedStopInput[],
): Promise<StopRecord[]> {
  const located = await locate(
    { read },
    geocoder,
    owner,
    inputs.map(({ address }) => address),
  )
  const stops = inputs.map(({ address: _, location: _none, ...fields }, index): StopInput => {
    return { ...fields, location: located[index]!.location }
  })
  return transaction(async (scope) => askForPlaces(scope, await createStopsAt(scope, owner, stops)))
}

/** Places for an address that somebody is typing, best first, also doubtful ones. */
export async function suggestPlaces(geocoder: Geocoder, text: string, country?: string): Promise<Location[]> {
  const query = { address: text, countryCode: readCountry(country) }
  const places = await orUnavailable(geocoder.suggest(query, 5))
  return places.map((place) => toLocation(writeLine(place), place))
}

/** The best place for each of many addresses, in their order; a miss has no coordinates. Creates nothing. */
export async function locateAddresses(
  context: Pick<GeocodingContext, 'read'>,
  geocoder: Geocoder,
  projectId: string,
  addresses: readonly string[],
): Promise<LocatedAddress[]> {
  const located = await locate(context, geocoder, { project_id: projectId }, addresses)
  return located.map(({ location, correctedAt }, index) => ({
    ...location,
    ...(correctedAt ? { corrected_at: correctedAt.toISOString() } : {}),
    ...(location.lat === undefined && namesBox(addresses[index]!) ? { reason: 'post_office_box' as const } : {}),
  }))
}

interface Located {
  location: LocationValue
  /** When somebody corrected the place; undefined where a geocoder found it. */
  correctedAt?: Date
}

/**
 * Finds the place of each address: corrections that people made come first, all others go to the geocoder in one request. Throws
 * highway.geocoding.error.unavailable.
 */
async function locate(
  { read }: Pick<GeocodingContext, 'read'>,
  geocoder: Geocoder,
  owner: StopOwner,
  addresses: readonly string[],
): Promise<Located[]> {
  const { preferences, known } = await read(async (scope) => ({
    preferences: await findPreferences(scope, owner),
    known: await recallAddresses(scope, addresses),
  }))
  const asked = addresses.filter((_, at) => !known[at])
  const queries = asked.map((address) => ({ address: address.slice(0, MAX_QUERY_LENGTH), ...preferences }))
  const places = (queries.length > 0 ? await orUnavailable(geocoder.find(queries)) : []).values()
  return addresses.map((address, at): Located => {
    const corrected = known[at]
    if (!corrected) return { location: toLocation(address, places.next().value) }
    return { ...corrected, location: { ...corrected.location, label: address.slice(0, textLength.label) } }
  })
}

/** The address nearest to a point, if there is one. */
export async function findPlaceAt(geocoder: Geocoder, lat: number, lng: number): Promise<Location[]> {
  const place = await orUnavailable(geocoder.nearest(lat, lng))
  return place ? [toLocation(writeLine(place), place)] : []
}

/**
 * Returns what the geocoder prefers among places that fit equally well: the country (`operation_country` of the plan, else of its
 * project) and the places where the project's vehicles start. Throws 404 or 403.
 */
async function findPreferences(
  scope: Scope,
  { plan_id, project_id }: StopOwner,
): Promise<Pick<PlaceQuery, 'countryCode' | 'near'>> {
  const plan = plan_id === undefined ? undefined : await getPlan(scope, plan_id)
  const owner = plan?.project_id ?? project_id
  if (owner === undefined) throw apiError('highway.stop.error.plan_or_project_required')
  const project = await getProject(scope, owner)
  const ofConfig = (config: JsonObject | null | undefined) => {
    const country = config?.operation_country
    return typeof country === 'string' ? readCountry(country) : undefined
  }
  const countryCode = ofConfig(plan?.optimizer_config) ?? ofConfig(project.optimizer_config)
  return { countryCode, near: await listStartsOfVehicles(scope, owner, MAX_STARTS) }
}

/** Reads a country code, or a country's name in one of several languages; anything else has no effect. */
function readCountry(country: string | undefined): string | undefined {
  return country === undefined ? undefined : findCountry(foldWords(country).join(''))
}

/** The label keeps what the caller wrote; the other fields say what was found. */
function toLocation(address: string, place: FoundPlace | undefined): LocationValue {
  const label = address.slice(0, textLength.label)
  if (!place) return { label }
  const location: LocationValue = {
    label,
    country: place.country,
    country_code: place.countryCode,
    state: place.state,
    city: place.city,
    street: streetLine(place),
    postal_code: place.postalCode,
    main_text: place.name ?? streetLine(place) ?? place.city,
    secondary_text: (place.name ?? place.street) === undefined ? place.country : townLine(place),
    lat: place.lat,
    lng: place.lng,
    scoring: place.scoring,
    partial_match: place.partial_match,
  }
  return Object.fromEntries(Object.entries(location).filter(([, value]) => value !== undefined))
}

function writeLine(place: FoundPlace): string {
  return [place.name, streetLine(place), townLine(place), place.country].filter((part) => part !== undefined).join(', ')
}

function streetLine({ street, houseNumber }: FoundPlace): string | undefined {
  return street === undefined ? undefined : [street, houseNumber].filter(Boolean).join(' ')
}

function townLine({ postalCode, city }: FoundPlace): string | undefined {
  return [postalCode, city].filter(Boolean).join(' ') || undefined
}

async function orUnavailable<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (!(error instanceof GeocoderFailure)) throw error
    throw apiError('highway.geocoding.error.unavailable', { reason: error.message })
  }
}
