// Entries of the audit log in the words of the forms: the fields that were sent and their new values.
import type { AuditEntry } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { isLanguage, languageNames } from '@routewright/ui/words'
import type { TFunction } from 'i18next'
import { batteryText } from '../forms/battery-fields.ts'
import { placeText } from '../forms/place.ts'
import { travelText } from '../forms/travel-fields.ts'

export interface AuditLine {
  label: string
  value: string
}

export interface AuditReader {
  /** Has the words of all that the log tells of: `auditWords`. */
  t: TFunction
  formats: Formats
  /** Name of a project or zone; undefined for one that is gone. */
  nameOf(id: string): string | undefined
}

export const auditWords = [
  'settings',
  'editor',
  'fleet',
  'drivers',
  'depots',
  'charging',
  'clients',
  'zones',
  'recurring',
  'import',
  'records',
  'learning',
  'privacy',
  'assistants',
  'shell',
] as const

/** One line for each field, in the order of the entry. */
export function auditLines({ resource_type, changes }: AuditEntry, reader: AuditReader): AuditLine[] {
  return listLeaves(changes ?? {}).map(([path, value]) => {
    const name = path.at(-1)!
    const label = writeLabel(resource_type, path, reader)
    const measured = typeof value === 'number' ? findMeasure(name, value, reader.formats) : undefined
    // Its value bears the unit already.
    if (measured !== undefined) return { label: label.replace(/\s*\([^)]*\)$/, ''), value: measured }
    return { label, value: valueText(name, value, reader) }
  })
}

/** A name of the interface that has no words: `fuel_cards` as Fuel cards. */
export function readableName(name: string): string {
  const text = name
    .replace(/^default_/, '')
    .replace(/[_.]+/g, ' ')
    .trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type Leaf = readonly [path: readonly string[], value: unknown]

/** Values that people see as one although they have parts. */
const whole =
  /(location|depot|break|quiet_hours|templates|custom_fields|optimizer_config|traffic_options|travel|battery)$/

function listLeaves(changes: object, above: readonly string[] = []): Leaf[] {
  return Object.entries(changes).flatMap(([name, value]): Leaf[] => {
    const path = [...above, name]
    return isRecord(value) && !whole.test(name) ? listLeaves(value, path) : [[path, value]]
  })
}

/** Where the words of each kind of record are, the nearest first. */
const homes: Record<string, readonly string[]> = {
  organization: ['settings:organization.', 'privacy:kinds.'],
  retention: ['privacy:kinds.'],
  recipient: ['privacy:counts.'],
  project: ['settings:project.', 'settings:proof.', 'settings:alerts.'],
  api_key: ['settings:keys.'],
  assistant_connection: ['assistants:fields.'],
  webhook: ['settings:webhooks.'],
  user: ['settings:people.', 'settings:account.'],
  invitation: ['settings:people.', 'settings:account.'],
  vehicle: ['fleet:fields.'],
  driver: ['drivers:fields.'],
  depot: ['depots:fields.'],
  charging_place: ['charging:fields.', 'depots:fields.'],
  client: ['clients:fields.'],
  zone: ['zones:'],
  recurring_order: ['recurring:fields.', 'import:fields.', 'clients:fields.', 'records:types.'],
}

/** Fields that the forms call by another word than their name; by kind of record and place, or wherever they are. */
const otherWords: Record<string, string> = {
  custom_fields: 'settings:fields.title',
  'project.uses_service_times': 'learning:use',
  'project.uses_windows': 'learning:windows.use',
  'project.uses_days': 'learning:windows.days',
  'project.windows_share': 'learning:windows.share',
  'project.uses_places': 'learning:places.use',
  'project.uses_paces': 'learning:paces.use',
  'project.uses_break_room': 'learning:breaks.use',
  'report.type': 'settings:audit.field.report_type',
  'report_conflict.type': 'settings:audit.field.report_type',
  'report_conflict.conflict': 'editor:conflict.title',
  'report_conflict.decision': 'settings:audit.field.decision',
  'project.templates': 'settings:messages.words',
  'project.cancel_reasons': 'settings:reasons.title',
  'project.dispatcher_phone': 'settings:project.phone',
  'project.custom_field_definitions': 'settings:fields.title',
  'project.correct_until_stops': 'settings:page.correct_until',
  'webhook.host': 'settings:webhooks.url',
  'user.project_role': 'settings:people.part',
  'user.memberships': 'settings:people.part',
  'invitation.memberships': 'settings:people.part',
  'client.location': 'clients:fields.default_location',
  'client.location_details': 'clients:fields.default_location_details',
  'vehicle.default_travel': 'records:travel.mode',
  'vehicle.default_battery': 'records:battery.capacity',
  'route.battery': 'records:battery.capacity',
  default_driving_rules: 'records:driving.rules',
  default_driving_log: 'records:driving.log',
  driving_rules: 'records:driving.rules',
  driving_log: 'records:driving.log',
  counts_driven_days: 'records:driving.past',
  'zone.label': 'zones:name',
  'recurring_order.stop.label': 'recurring:fields.stop_label',
  'recurring_order.exceptions': 'recurring:skipped',
  'recurring_order.paused': 'recurring:paused',
}

function writeLabel(resource: string, path: readonly string[], { t, formats }: AuditReader): string {
  const [parent = '', name = ''] = ['', ...path].slice(-2)
  const [, , kinds, kind] = path
  const others = [`${resource}.${path.join('.')}`, `${resource}.${name}`, name].flatMap((key) => otherWords[key] ?? [])
  const keys = [
    ...others,
    `settings:audit.field.${name}`,
    ...(parent === 'branding' || parent === 'page' ? [`settings:${parent}.${name}`] : []),
    ...(kinds === 'kinds' ? [`settings:messages.${name}`] : []),
    ...(homes[resource] ?? []).map((home) => `${home}${name}`),
  ]
  const unit = formats.units === 'imperial' ? 'mi' : 'km'
  const label = t(keys, { defaultValue: readableName(name), unit })
  return kinds === 'kinds' && kind
    ? `${t(`settings:kind.${kind}`, { defaultValue: readableName(kind) })}: ${label}`
    : label
}

/** Numbers with a unit; undefined for others. */
function findMeasure(name: string, value: number, formats: Formats): string | undefined {
  if (/(duration|_time)$/.test(name)) return formats.duration(value)
  if (/_distance$/.test(name) && !name.startsWith('price')) return formats.distance(value)
  if (/weight$/.test(name)) return formats.weight(value)
  if (/volume$/.test(name)) return formats.volume(value)
  return undefined
}

/** The words of a value that is one of few. */
const choices: Record<string, (value: string) => string> = {
  role: (value) => `settings:role.${value}`,
  project_role: (value) => `settings:project_role.${value}`,
  units: (value) => `settings:project.${value}`,
  logo: () => 'settings:audit.action.updated',
  van: (value) => `settings:page.van_${value}`,
  proof: (value) => `settings:page.proof_${value}`,
  type: (value) => (value.startsWith('service_') ? `editor:report.${value}` : `records:types.${value}`),
  conflict: (value) => `editor:conflict.reason.${value}`,
  decision: (value) => `editor:conflict.${value}`,
  driver_may_amend: (value) => `settings:proof.amend.${value}`,
  default_type: (value) => `records:types.${value}`,
  events: (value) => `settings:event.${value.replaceAll('.', '_')}`,
  weekdays: (value) => `records:weekdays.${value}`,
  default_working_days: (value) => `records:weekdays.${value}`,
}

function valueText(name: string, value: unknown, reader: AuditReader): string {
  const { t, formats } = reader
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return t('settings:audit.empty')
  if (Array.isArray(value)) return listText(name, value, reader)
  if (typeof value === 'number') return formats.number(value, 2)
  if (isRecord(value)) return partsText(name, value, reader)
  if (typeof value !== 'string') return value ? '✓' : '–'
  if (choices[name]) return t(choices[name](value), { defaultValue: readableName(value) })
  if (name === 'language' && isLanguage(value)) return languageNames[value]
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formats.calendarDate(value)
  return reader.nameOf(value) ?? value
}

function listText(name: string, values: readonly unknown[], reader: AuditReader): string {
  const { t, formats } = reader
  if (isWindow(values) && /time_window$/.test(name)) return formats.timeWindow(values)
  return values
    .map((value) => {
      if (Array.isArray(value) && isWindow(value)) return formats.timeWindow(value)
      if (!isRecord(value)) return valueText(name, value, reader)
      const { project_id: project, role } = value
      if (typeof project !== 'string') return String(value.label || value.name || value.identifier || value.id || '…')
      return `${reader.nameOf(project) ?? project}: ${t(`settings:project_role.${role}`)}`
    })
    .join(', ')
}

function partsText(name: string, parts: Record<string, unknown>, reader: AuditReader): string {
  const { t, formats } = reader
  if (/travel$/.test(name)) return travelText(parts, t, formats) ?? t('settings:audit.empty')
  if (/battery$/.test(name)) return batteryText(parts, t, formats) ?? t('settings:audit.empty')
  if (/location$/.test(name)) return placeText(parts) || [parts.lat, parts.lng].filter(Boolean).join(', ')
  if (name === 'templates')
    return Object.keys(parts)
      .map((text) => valueText('language', text, reader))
      .join(', ')
  const [from, to] = name === 'quiet_hours' ? [parts.from, parts.to] : [parts.start, parts.end]
  if (typeof from === 'number' && typeof to === 'number') {
    const window = formats.timeWindow([from, to])
    return typeof parts.duration === 'number' ? `${window} / ${formats.duration(parts.duration)}` : window
  }
  return Object.entries(parts)
    .map(
      ([part, value]) =>
        `${/custom_fields$/.test(name) ? part : readableName(part)}: ${valueText(part, value, reader)}`,
    )
    .join(', ')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isWindow(values: readonly unknown[]): values is readonly [number, number] {
  return values.length === 2 && values.every((value) => typeof value === 'number')
}
