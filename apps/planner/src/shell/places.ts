// Where one can go: the entries of the rail, the parts of the settings with who may open them, and what each part holds.
import type { UserRole } from '@routewright/contract'

/** Paths of the rail; their words are `places.NAME` of shell. */
export const placeNames = [
  'today',
  'plans',
  'backlog',
  'fleet',
  'drivers',
  'depots',
  'clients',
  'zones',
  'recurring',
  'analytics',
  'settings',
] as const
export type PlaceName = (typeof placeNames)[number]

const administrators: readonly UserRole[] = ['organization_administrator']
const managers: readonly UserRole[] = [...administrators, 'organization_manager']
const everybody: readonly UserRole[] = [...managers, 'organization_user']

interface SettingsPart {
  for: readonly UserRole[]
  /** Keys of the words of settings whose labels stand on the page. */
  sections: readonly string[]
}

/** By name, which is its path below /settings and its word `parts.NAME`. */
export const settingsParts = {
  project: {
    for: everybody,
    sections: ['project', 'proof', 'attempts', 'reasons', 'fields', 'alerts', 'travel', 'driving'],
  },
  recipients: { for: managers, sections: ['branding', 'page', 'messages', 'kind'] },
  people: { for: managers, sections: ['people'] },
  providers: { for: administrators, sections: ['providers'] },
  account: { for: everybody, sections: ['account', 'sessions', 'factors'] },
  organization: { for: managers, sections: ['organization', 'sandbox'] },
  maps: { for: administrators, sections: ['maps'] },
  addresses: { for: everybody, sections: ['addresses'] },
  keys: { for: everybody, sections: ['keys'] },
  webhooks: { for: managers, sections: ['webhooks'] },
  orders: { for: managers, sections: ['orders', 'telling', 'fetching'] },
  trackers: { for: managers, sections: ['trackers'] },
  slots: { for: managers, sections: [] },
  learning: { for: managers, sections: [] },
  privacy: { for: administrators, sections: [] },
  audit: { for: managers, sections: ['audit'] },
} satisfies Record<string, SettingsPart>
export type SettingsPartName = keyof typeof settingsParts

export function listSettingsParts(role: UserRole): SettingsPartName[] {
  const names = Object.keys(settingsParts) as SettingsPartName[]
  return names.filter((name) => settingsParts[name].for.some((one) => one === role))
}
