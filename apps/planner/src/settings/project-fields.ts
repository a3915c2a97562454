// Settings of a project: its name, zone, units and currency, required proofs, and when Live calls.
import type { CustomFieldDefinition, Project } from '@routewright/contract'
import { defaultAlertMinutes } from '@routewright/contract/alert-minutes'
import { languageNames, languages } from '@routewright/ui/words'
import type { TFunction } from 'i18next'
import { projectPastField, projectRulesField } from '../forms/driving-fields.ts'
import { Fault, fieldKinds } from '../forms/field-kinds.ts'
import type { Field, Option } from '../forms/fields.ts'
import { modeOptions, roadOptions } from '../forms/travel-fields.ts'
import { type CancelReason, CancelReasons, reasonName } from './cancel-reasons.tsx'
import { CustomFields, namedFields } from './custom-fields.tsx'

const timezones = Intl.supportedValuesOf('timeZone')
const currencies = Intl.supportedValuesOf('currency')

interface ProjectPart {
  /** Key of its words: `<word>.title` and `<word>.text`. */
  word: string
  fields: Field[]
  isNarrow?: boolean
}

export function projectParts(t: TFunction, project: Project): ProjectPart[] {
  return [
    { word: 'project', fields: ownFields(t, project) },
    { word: 'travel', fields: trafficFields(t) },
    { word: 'driving', fields: [projectRulesField, projectPastField] },
    { word: 'proof', isNarrow: true, fields: [...proofs.map(proofField), amendField(t)] },
    { word: 'alerts', fields: [alertField('late'), alertField('silent'), closingField] },
    { word: 'attempts', fields: [attemptsField] },
    {
      word: 'reasons',
      fields: [
        {
          name: 'cancel_reasons',
          kind: 'own',
          word: 'reasons.title',
          Own: CancelReasons,
          read: (reasons: CancelReason[]) => reasons.filter((reason) => reasonName(reason).trim() !== ''),
          written: (reasons: CancelReason[]) => reasons.map((reason) => reason.label || reason.id).join(', '),
        },
      ],
    },
    {
      word: 'fields',
      fields: [
        {
          name: 'settings.custom_field_definitions',
          kind: 'own',
          word: 'fields.title',
          Own: CustomFields,
          shown: (stored) => stored ?? [],
          read: namedFields,
          written: (fields: CustomFieldDefinition[]) => fields.map(({ label, name }) => label || name).join(', '),
        },
      ],
    },
  ]
}

const hours = ['off', 'typical', 'own', 'server'] as const
const curbs = ['never', 'major_roads', 'always'] as const
const stopTurns = ['by_all', 'not_by_trucks', 'by_none'] as const

/** How vehicles travel that say nothing else. */
function trafficFields(t: TFunction): Field[] {
  return [
    {
      name: 'traffic_options.mode',
      kind: 'pick',
      word: 'records:travel.mode',
      options: modeOptions(t),
      shown: (stored) => stored ?? 'car',
    },
    {
      name: 'traffic_options.hours',
      kind: 'pick',
      word: 'records:travel.hours',
      hint: 'records:travel.hours_hint',
      options: hours.map((value) => ({ value, label: t(`records:travel.hours_of.${value}`) })),
      shown: (stored) => stored ?? 'off',
    },
    {
      name: 'traffic_options.avoid',
      kind: 'choices',
      word: 'records:travel.avoid',
      hint: 'records:travel.avoid_hint',
      options: roadOptions(t),
    },
    {
      name: 'traffic_options.curb_approach',
      kind: 'pick',
      word: 'records:travel.curb',
      hint: 'records:travel.curb_hint',
      options: curbs.map((value) => ({ value, label: t(`records:travel.curbs.${value}`) })),
      shown: (stored) => stored ?? 'never',
    },
    {
      name: 'traffic_options.turns_at_stops',
      kind: 'pick',
      word: 'records:travel.turns',
      hint: 'records:travel.turns_hint',
      options: stopTurns.map((value) => ({ value, label: t(`records:travel.turns_of.${value}`) })),
      shown: (stored) => stored ?? 'by_all',
    },
  ]
}

/** Name of a project, its units, and where its vehicles start. */
export function ownFields(t: TFunction, { timezone, currency }: Project): Field[] {
  return [
    { name: 'label', kind: 'text', word: 'project.label', isRequired: true, input: { maxLength: 500 } },
    { name: 'timezone', kind: 'pick', word: 'project.timezone', options: timezoneOptions(timezone) },
    { name: 'currency', kind: 'pick', word: 'project.currency', options: optionsWith(currencies, currency) },
    {
      name: 'settings.units',
      kind: 'pick',
      word: 'project.units',
      options: ['metric', 'imperial'].map((value) => ({ value, label: t(`project.${value}`) })),
      shown: (stored) => stored ?? 'metric',
    },
    {
      name: 'settings.language',
      kind: 'pick',
      word: 'project.language',
      hint: 'project.language_hint',
      options: languageOptions,
      shown: (stored) => stored ?? 'en',
    },
    {
      name: 'settings.dispatcher_phone',
      kind: 'text',
      word: 'project.phone',
      hint: 'project.phone_hint',
      input: { maxLength: 50 },
    },
    {
      name: 'settings.depot',
      kind: 'place',
      word: 'project.depot',
      hint: 'project.depot_hint',
      read: readDepot,
    },
  ]
}

/** Vehicles drive to it: an address alone is not enough. */
function readDepot(value: unknown): unknown {
  const place = fieldKinds.place.read(value, 1_000) as { lat?: number } | Fault | null
  return place === null || place instanceof Fault || place.lat !== undefined
    ? place
    : new Fault('records:fault.no_coordinates')
}

const proofs = ['photo_required', 'signature_required', 'pin_required', 'driver_may_reorder'] as const

function proofField(name: (typeof proofs)[number]): Field {
  return { name: `settings.${name}`, kind: 'switch', word: `proof.${name}`, hint: `proof.${name}_hint` }
}

function amendField(t: TFunction): Field {
  return {
    name: 'settings.driver_may_amend',
    kind: 'pick',
    word: 'proof.driver_may_amend',
    hint: 'proof.driver_may_amend_hint',
    options: (['never', 'until_route_ends'] as const).map((value) => ({ value, label: t(`proof.amend.${value}`) })),
    shown: (stored) => stored ?? 'until_route_ends',
  }
}

function alertField(of: keyof typeof defaultAlertMinutes): Field {
  const name = `${of}_alert_minutes`
  const input = {
    min: 1,
    max: 240,
    allowDecimal: false,
    hideControls: false,
    placeholder: `${defaultAlertMinutes[of]}`,
  }
  return { name: `settings.${name}`, kind: 'number', word: `alerts.${name}`, input }
}

const closingField: Field = {
  name: 'settings.close_days_after_hours',
  kind: 'number',
  word: 'alerts.close_days_after_hours',
  hint: 'alerts.close_days_after_hours_hint',
  input: { min: 1, max: 720, allowDecimal: false, hideControls: false },
}

const attemptsField: Field = {
  name: 'settings.max_attempts',
  kind: 'number',
  word: 'attempts.max_attempts',
  hint: 'attempts.max_attempts_hint',
  input: { min: 1, max: 20, allowDecimal: false, hideControls: false },
}

export const languageOptions: Option[] = languages.map((value) => ({ value, label: languageNames[value] }))

export function timezoneOptions(chosen: string): Option[] {
  return optionsWith(timezones, chosen)
}

/** A saved value that this browser does not list is still a choice. */
function optionsWith(list: readonly string[], chosen: string): Option[] {
  const values = list.includes(chosen) ? list : [chosen, ...list]
  return values.map((value) => ({ value, label: value }))
}
