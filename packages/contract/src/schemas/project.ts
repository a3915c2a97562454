// A project: the workspace that holds plans, fleet, address book and zones, with its rules.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { clearableFields, oneOf, optionalFields, record } from '../schema.ts'
import { startSteps } from '../start-steps.ts'
import { DrivingRules, DrivingRulesInput } from './driving.ts'
import { flag, id, label, maxAttempts, recordTimes } from './fields.ts'
import { Depot } from './location.ts'
import { OptimizerConfig, TrafficOptions } from './optimizer.ts'

export const CancelReason = record('CancelReason', 'A reason that drivers may give.', {
  id: Type.String({ minLength: 1, maxLength: 100 }),
  ...optionalFields({ label: label(), requires_photo: flag(), enabled: flag() }),
})
export type CancelReason = Static<typeof CancelReason>

export const CustomFieldDefinition = record('CustomFieldDefinition', 'A custom field that the applications show.', {
  name: Type.String({ description: 'Key inside custom_fields.', minLength: 1, maxLength: 100 }),
  type: oneOf(['string', 'number', 'boolean', 'date']),
  applies_to: oneOf(['stop', 'task', 'report', 'route']),
  ...optionalFields({ label: label(), required: flag('Reports without it are refused.') }),
})
export type CustomFieldDefinition = Static<typeof CustomFieldDefinition>

/** Until when drivers may correct their reports. */
export const amendPeriods = ['never', 'until_route_ends'] as const

export const ProjectSettings = record('ProjectSettings', 'The rules of a project.', {
  ...optionalFields({
    units: oneOf(['metric', 'imperial'], { description: 'What the applications show; the interface is metric.' }),
    language: Type.String({ description: 'Of messages to drivers and recipients.', maxLength: 35 }),
    pin_required: flag('Each stop gets a handover code, asked at completion.'),
    photo_required: flag('A completed report needs a photo.'),
    signature_required: flag('A completed report needs a signature.'),
    driver_may_reorder: flag('Drivers may choose another next stop.'),
    driver_may_amend: oneOf(amendPeriods, {
      description:
        'Until when drivers may correct what they reported, or take it back; until_route_ends by default. Later corrections are kept for a dispatcher to decide.',
    }),
    dispatcher_phone: Type.String({ description: 'Number that drivers call.', maxLength: 50 }),
    late_alert_minutes: Type.Integer({
      description: 'Dispatchers are told of stops that will be later than this; 10 by default.',
      minimum: 1,
      maximum: 240,
    }),
    silent_alert_minutes: Type.Integer({
      description: 'Dispatchers are told of vehicles under way without a position for longer than this; 5 by default.',
      minimum: 1,
      maximum: 240,
    }),
    close_days_after_hours: Type.Integer({
      description:
        'Plans under way are finished by themselves so many hours after the midnight that ends their day: pending stops become incomplete. Not by default.',
      minimum: 1,
      maximum: 720,
    }),
    max_attempts: maxAttempts('No limit by default. An address book entry may have its own.'),
    custom_field_definitions: Type.Array(CustomFieldDefinition, { maxItems: 200 }),
    depot: Depot,
    settled_steps: Type.Array(oneOf(startSteps, { title: 'StartStep' }), {
      description: 'Steps of the guided start that somebody confirmed or left out.',
      maxItems: startSteps.length,
    }),
  }),
})
export type ProjectSettings = Static<typeof ProjectSettings>

const timezone = Type.String({ description: 'IANA name, Europe/Madrid.', minLength: 1, maxLength: 64 })
const currency = Type.String({ description: 'Currency code of prices.', pattern: '^[A-Z]{3}$' })
const cancelReasons = Type.Array(CancelReason, { maxItems: limits.listLength.cancelReasons })

const countsDrivenDays = flag(
  'Where a law on driving holds: what a driver did on the routes of this week and the last counts, as far as no log of his says what is left. True by default; an addition to the specification.',
)

export const Project = record('Project', 'A workspace: everything lives in one.', {
  id: id(),
  organization_id: id(),
  label: label(),
  timezone,
  currency,
  ...optionalFields({
    created_by: id(),
    optimizer_config: OptimizerConfig,
    traffic_options: TrafficOptions,
    driving_rules: DrivingRules,
    counts_driven_days: countsDrivenDays,
  }),
  cancel_reasons: cancelReasons,
  settings: ProjectSettings,
  ...recordTimes,
})
export type Project = Static<typeof Project>

const configuration = clearableFields({
  optimizer_config: OptimizerConfig,
  traffic_options: TrafficOptions,
  driving_rules: DrivingRulesInput,
})

export const ProjectInput = record('ProjectInput', 'A new project.', {
  label: Type.String({ minLength: 1, maxLength: limits.textLength.label }),
  timezone: Type.Optional(timezone),
  currency: Type.Optional(currency),
  cancel_reasons: Type.Optional(cancelReasons),
  settings: Type.Optional(ProjectSettings),
  counts_driven_days: Type.Optional(countsDrivenDays),
  ...configuration,
})
export type ProjectInput = Static<typeof ProjectInput>

export const ProjectUpdate = record('ProjectUpdate', 'What changes in a project.', {
  ...ProjectInput.properties,
  label: Type.Optional(ProjectInput.properties.label),
})
export type ProjectUpdate = Static<typeof ProjectUpdate>
