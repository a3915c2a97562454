// The audit log in words.
import {
  ApiKeyUpdate,
  type AuditEntry,
  ChargingPlaceUpdate,
  ClientInput,
  DepotRecordUpdate,
  DriverRecordUpdate,
  InvitationInput,
  LearningInput,
  ProjectSettings,
  ProjectUpdate,
  RecurringOrderUpdate,
  UserUpdate,
  VehicleInput,
  ZoneUpdate,
} from '@routewright/contract'
import { createFormats } from '@routewright/ui/format'
import { createWords, type Language, languages, type Words } from '@routewright/ui/words'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AuditReader, auditLines, auditWords } from './audit-lines.ts'

const files = import.meta.glob<Words>('../words/*/*.json', { eager: true, import: 'default' })
const load = async (language: Language, name: string) => files[`../words/${language}/${name}.json`]!

async function getReader(language: Language): Promise<AuditReader> {
  const { t } = await createWords({ load, namespaces: auditWords, language })
  const formats = createFormats({ language: language === 'en' ? 'en-GB' : language, timeZone: 'Europe/Vaduz' })
  return { t, formats, nameOf: (id) => ({ p1: 'Vaduz', z1: 'Old town' })[id] }
}

const entry = (resource_type: string, changes: Record<string, unknown>) =>
  ({ resource_type, changes, action: 'updated' }) as AuditEntry

const inputs: Record<string, { properties: object }> = {
  api_key: ApiKeyUpdate,
  client: ClientInput,
  invitation: InvitationInput,
  project: ProjectUpdate,
  charging_place: ChargingPlaceUpdate,
  depot: DepotRecordUpdate,
  driver: DriverRecordUpdate,
  recurring_order: RecurringOrderUpdate,
  user: UserUpdate,
  vehicle: VehicleInput,
  zone: ZoneUpdate,
}

const blank = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, '']))

describe.each(languages)('in %s', (language) => {
  let reader: AuditReader
  beforeAll(async () => {
    reader = await getReader(language)
  })

  test.each(Object.keys(inputs))('every field of %s has a word', (resource) => {
    const isKnown = (label: string) => label !== '' && !label.startsWith('?')
    const t = ((keys: string | string[], options: object) =>
      Array.isArray(keys) ? reader.t(keys, { ...options, defaultValue: `?${keys[0]}` }) : keys) as AuditReader['t']
    const nested: Record<string, unknown> = {
      settings: blank(ProjectSettings.properties),
      stop: blank(RecurringOrderUpdate.properties.stop.properties),
    }
    const changes = blank(inputs[resource]!.properties)
    for (const name of Object.keys(changes)) changes[name] = nested[name] ?? ''
    if (resource === 'project') Object.assign(changes, blank(LearningInput.properties))
    const labels = auditLines(entry(resource, changes), { ...reader, t }).map(({ label }) => label)
    expect(labels.filter((label) => !isKnown(label))).toEqual([])
  })
})

describe('an entry', () => {
  let reader: AuditReader
  beforeAll(async () => {
    reader = await getReader('en')
  })
  const lines = (resource: string, changes: Record<string, unknown>) =>
    auditLines(entry(resource, changes), reader).map(
      ({ label, value }) => `${label}: ${value.replaceAll('\u00a0', ' ')}`,
    )

  test('shows values with their units', () => {
    const changes = {
      default_time_window: [28_800, 61_200],
      default_break: { start: 43_200, end: 46_800, duration: 1_800 },
      default_max_time: 28_800,
      default_max_distance: 120_000,
      default_max_weight: 900,
      default_working_days: ['monday', 'friday'],
      default_geo_fences: ['z1'],
      plate: null,
      enabled: true,
    }
    expect(lines('vehicle', changes)).toEqual([
      'Working hours: 08:00–17:00',
      'Break: 12:00–13:00 / 30 min',
      'Max. working time: 8 h',
      'Max. distance: 120 km',
      'Load: 900 kg',
      'Working days: Mon, Fri',
      'Zones: Old town',
      'Number plate: empty',
      'In use: ✓',
    ])
  })

  test('shows two numbers as a window where they are one, and as a list elsewhere', () => {
    expect(lines('stop', { time_window: [28_800, 36_000] })).toEqual(['Time window: 08:00–10:00'])
    expect(lines('drone', { wing_spans: [3, 4] })).toEqual(['Wing spans: 3, 4'])
  })

  test('goes into what is nested', () => {
    expect(lines('project', { settings: { units: 'imperial', dispatcher_phone: '+423 1' } })).toEqual([
      'Units: Miles, pounds',
      'Dispatcher’s phone: +423 1',
    ])
    const messages = { quiet_hours: { from: 75_600, to: 25_200 }, kinds: { planned: { sms: true } } }
    expect(
      lines('project', { recipients: { messages, page: { van: 'near' }, branding: { logo: 'changed' } } }),
    ).toEqual(['Quiet hours: 21:00–07:00', 'Planned: SMS: ✓', 'Van on the map: When it is near', 'Logo: changed'])
  })

  test('says what came of a report that was recorded by hand', () => {
    const changes = { type: 'service_report_canceled', cancel_reason: 'Refused' }
    expect(lines('report', changes)).toEqual(['Outcome: Not delivered', 'Reason: Refused'])
    const decided = { type: 'service_report_completed', decision: 'take' }
    expect(lines('report_conflict', decided)).toEqual(['Outcome: Completed', 'Decision: This is what happened'])
    expect(lines('stop', { returns_to_sender: true })).toEqual(['Goes back to the sender: ✓'])
  })

  test('names roles and projects', () => {
    const memberships = [{ project_id: 'p1', role: 'project_user' }]
    expect(lines('user', { role: 'organization_user', memberships })).toEqual([
      'Role: User',
      'Project role: Vaduz: Dispatcher',
    ])
  })

  test('shows what it has no words for without underscores', () => {
    expect(lines('drone', { default_wing_span: 3, fuel_cards: { card_number: 'x' } })).toEqual([
      'Wing span: 3',
      'Card number: x',
    ])
  })
})
