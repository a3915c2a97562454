// The law on driving hours and what the tachograph says is left, as fields of the forms of vehicles, drivers, routes and projects.
import { DrivingLogInput, DrivingRulesInput, ProjectRulesInput } from './driving-input.tsx'
import {
  readLog,
  readRules,
  type ShownRules,
  shownLog,
  shownRules,
  writtenLog,
  writtenRules,
} from './driving-values.ts'
import type { Field } from './fields.ts'

/** The law for all of a project that say nothing else. */
export const projectRulesField: Field = { ...rulesField('driving_rules'), Own: ProjectRulesInput }

/** Whether what drivers did on the days before counts where no log says otherwise. */
export const projectPastField: Field = {
  name: 'counts_driven_days',
  kind: 'switch',
  isWide: true,
  word: 'records:driving.past',
  hint: 'records:driving.past_hint',
}

function rulesField(name: string): Field {
  return {
    name,
    kind: 'own',
    isWide: true,
    word: 'records:driving.rules',
    hint: 'records:driving.rules_hint',
    Own: DrivingRulesInput,
    shown: shownRules,
    read: readRules,
    written: writtenRules,
  }
}

/** Both; the log is asked for where a law holds, or may hold by the project's. */
export function drivingFields(prefix: '' | 'default_'): Field[] {
  const rules = `${prefix}driving_rules`
  return [
    rulesField(rules),
    {
      name: `${prefix}driving_log`,
      kind: 'own',
      isWide: true,
      word: 'records:driving.log',
      hint: 'records:driving.log_hint',
      Own: DrivingLogInput,
      shown: shownLog,
      read: readLog,
      written: writtenLog,
      isLeftOut: (values) => (values[rules] as ShownRules | undefined)?.law === 'none',
    },
  ]
}
