// Where one can go: the entries of the rail, the parts of the settings with who may open them, and what each part holds.
import type { UserRole } from '@routewright/contract'
import type { PlaceOfAnnex, PlannerAnnex } from './annex.ts'

/** Paths of the core in the rail; their words are `places.NAME` of shell. */
const placeNames = ['today', 'plans', 'fleet', 'clients', 'settings'] as const
export type PlaceName = (typeof placeNames)[number]

/** The tabs of Fleet: their paths, and their words below `places` of shell. */
export const fleetPlaces = [
  { name: 'fleet', word: 'vehicles' },
  { name: 'drivers', word: 'drivers' },
  { name: 'depots', word: 'depots' },
  { name: 'zones', word: 'zones' },
] as const

/** A place of the core has no icon here. */
export type ShownPlace = Pick<PlaceOfAnnex, 'name' | 'records'> & { icon?: PlaceOfAnnex['icon'] }

/** The whole rail, with the places of annexes between those of the core. */
export function listPlaces(annexes: readonly PlannerAnnex[]): ShownPlace[] {
  const added = annexes.flatMap(({ navigation = [] }) => navigation)
  return placeNames.flatMap((name) => [{ name }, ...added.filter(({ after }) => after === name)])
}

export const administrators: readonly UserRole[] = ['organization_administrator']
export const managers: readonly UserRole[] = [...administrators, 'organization_manager']
const everybody: readonly UserRole[] = [...managers, 'organization_user']

interface SettingsPart {
  /** Its path below /settings and its word `parts.NAME`. */
  name: string
  for: readonly UserRole[]
  /** Keys of the words of settings whose labels stand on the page. */
  sections: readonly string[]
}

/** The parts of the core; those of annexes stand before the last. */
export const settingsParts = [
  {
    name: 'project',
    for: everybody,
    sections: ['project', 'proof', 'attempts', 'reasons', 'fields', 'alerts', 'travel', 'driving'],
  },
  { name: 'recipients', for: managers, sections: ['branding', 'page', 'messages', 'kind'] },
  { name: 'people', for: managers, sections: ['people'] },
  { name: 'providers', for: administrators, sections: ['providers'] },
  { name: 'account', for: everybody, sections: ['account', 'sessions', 'factors'] },
  { name: 'organization', for: managers, sections: ['organization', 'sandbox'] },
  { name: 'maps', for: administrators, sections: ['maps'] },
  { name: 'addresses', for: everybody, sections: ['addresses'] },
  { name: 'keys', for: everybody, sections: ['keys'] },
  { name: 'webhooks', for: managers, sections: ['webhooks'] },
  { name: 'audit', for: managers, sections: ['audit'] },
] as const satisfies readonly SettingsPart[]
export type SettingsPartName = (typeof settingsParts)[number]['name']

export function listSettingsParts(role: UserRole, annexes: readonly PlannerAnnex[]): SettingsPart[] {
  const ofAnnexes = annexes.flatMap(({ settings = [] }) => settings)
  const parts: SettingsPart[] = [...settingsParts.slice(0, -1), ...ofAnnexes, ...settingsParts.slice(-1)]
  return parts.filter((part) => part.for.includes(role))
}
