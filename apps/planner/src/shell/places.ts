// Where one can go: the entries of the rail, the parts of the settings with who may open them, and what each part holds.
import type { UserRole } from '@routewright/contract'
import type { PlaceOfAnnex, PlannerAnnex, SettingsGroup } from './annex.ts'

/** Paths of the core in the rail; their words are `places.NAME` of shell. */
const placeNames = ['today', 'plans', 'fleet', 'clients', 'settings'] as const

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
  group: SettingsGroup
  for: readonly UserRole[]
  /** Keys of the words of settings, or whole ones with their namespace, whose labels stand on the page: the search finds it by them. */
  sections: readonly string[]
}

export const settingsParts = [
  { name: 'project', group: 'planning', for: everybody, sections: ['project', 'alerts'] },
  {
    name: 'driving',
    group: 'planning',
    for: everybody,
    sections: [
      'travel',
      'driving',
      ...['mode', 'hours', 'avoid', 'curb', 'turns'].map((name) => `records:travel.${name}`),
      'records:driving.rules',
      'records:driving.past',
    ],
  },
  { name: 'deliveries', group: 'planning', for: everybody, sections: ['proof', 'attempts'] },
  { name: 'fields', group: 'planning', for: everybody, sections: ['reasons', 'fields'] },
  { name: 'recipients', group: 'customers', for: managers, sections: ['messages', 'kind'] },
  { name: 'branding', group: 'customers', for: managers, sections: ['branding', 'page'] },
  { name: 'account', group: 'team', for: everybody, sections: ['account', 'sessions', 'factors'] },
  { name: 'people', group: 'team', for: managers, sections: ['people'] },
  { name: 'organization', group: 'team', for: managers, sections: ['organization', 'sandbox'] },
  { name: 'providers', group: 'team', for: administrators, sections: ['providers'] },
  { name: 'maps', group: 'map', for: administrators, sections: ['maps'] },
  { name: 'addresses', group: 'map', for: everybody, sections: ['addresses'] },
  { name: 'keys', group: 'programs', for: everybody, sections: ['keys'] },
  { name: 'webhooks', group: 'programs', for: managers, sections: ['webhooks'] },
  { name: 'audit', group: 'records', for: managers, sections: ['audit'] },
] as const satisfies readonly SettingsPart[]
export type SettingsPartName = (typeof settingsParts)[number]['name']

/** Tasks that lead people to the settings; their words are `groups.NAME` of settings. */
const settingsGroups = [
  'planning',
  'customers',
  'team',
  'map',
  'programs',
  'records',
] as const satisfies SettingsGroup[]

/** The groups that have something for the role, each with its parts. */
export function listSettingsGroups(role: UserRole, annexes: readonly PlannerAnnex[]) {
  const ofAnnexes = annexes.flatMap(({ settings = [] }) => settings)
  const all: SettingsPart[] = [...settingsParts, ...ofAnnexes]
  return settingsGroups
    .map((name) => ({ name, parts: all.filter((part) => part.group === name && part.for.includes(role)) }))
    .filter(({ parts }) => parts.length > 0)
}
