// Inputs for the law on driving hours, and for what the tachograph or the log says is left under it.
import { Checkbox, Group, NumberInput, Select, Text, TextInput } from '@mantine/core'
import type { DrivingLaw } from '@routewright/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { leftParts, type ShownLog, type ShownRules } from './driving-values.ts'
import type { OwnInputProps } from './fields.ts'

/** All that the contract knows; the page carries its words, not the whole contract. */
const laws = Object.keys({ eu: true, us: true, plain: true, none: true } satisfies Record<DrivingLaw, true>)

/** Rules of a project: an empty field there is no law. */
export function ProjectRulesInput(props: OwnInputProps<unknown>) {
  const { t } = useTranslation('records')
  return <RulesInput {...props} placeholder={t('driving.laws.none')} />
}

/** Rules of a vehicle, a driver or a route. */
export function DrivingRulesInput(props: OwnInputProps<unknown>) {
  const { t } = useTranslation('records')
  return <RulesInput {...props} placeholder={t('driving.as_project')} />
}

function RulesInput({ label, hint, value, placeholder, onChange }: OwnInputProps<unknown> & { placeholder: string }) {
  const { t } = useTranslation('records')
  const rules = (value || {}) as ShownRules
  return (
    <Frame hint={hint}>
      <Group gap="sm" align="flex-end">
        <Select
          label={label}
          w={270}
          clearable
          placeholder={placeholder}
          data={laws.map((law) => ({ value: law, label: t(`driving.laws.${law}`) }))}
          value={rules.law ?? null}
          onChange={(law) => {
            const { law: _law, ...rest } = rules
            onChange(law ? { ...rest, law } : rest)
          }}
        />
        {rules.law === 'plain' && <PlainRule rules={rules} onChange={onChange} />}
      </Group>
    </Frame>
  )
}

function PlainRule({ rules, onChange }: { rules: ShownRules; onChange(value: unknown): void }) {
  const { t } = useTranslation('records')
  return (
    <>
      <Select
        label={t('driving.counts')}
        w={170}
        allowDeselect={false}
        data={['driving', 'work'].map((value) => ({ value, label: t(`driving.counts_of.${value}`) }))}
        value={rules.counts ?? 'driving'}
        onChange={(counts) => onChange({ ...rules, counts })}
      />
      <TextInput
        label={t('driving.after')}
        w={160}
        placeholder="4:30"
        value={rules.after ?? ''}
        onChange={(event) => onChange({ ...rules, after: event.currentTarget.value })}
      />
      <NumberInput
        label={t('driving.duration')}
        w={120}
        min={1}
        max={720}
        allowDecimal={false}
        placeholder="45"
        value={rules.duration === undefined ? '' : Math.round(rules.duration / 60)}
        onChange={(minutes) => {
          const { duration: _duration, ...rest } = rules
          onChange(minutes === '' ? rest : { ...rest, duration: Number(minutes) * 60 })
        }}
      />
    </>
  )
}

export function DrivingLogInput({ label, hint, value, onChange }: OwnInputProps<unknown>) {
  const { t } = useTranslation('records')
  const log = (value || {}) as ShownLog
  return (
    <Frame legend={label} hint={hint}>
      <Group gap="sm" align="flex-end">
        <TextInput
          type="date"
          label={t('driving.date')}
          w={150}
          value={log.date ?? ''}
          onChange={(event) => onChange({ ...log, date: event.currentTarget.value })}
        />
        {leftParts.map((part) => (
          <TextInput
            key={part}
            label={t(`driving.${part}`)}
            w={150}
            inputMode="numeric"
            placeholder="0:00"
            value={log[part] ?? ''}
            onChange={(event) => onChange({ ...log, [part]: event.currentTarget.value })}
          />
        ))}
        <Checkbox
          mb={8}
          label={t('driving.first_part_taken')}
          checked={log.first_part_taken ?? false}
          onChange={(event) => onChange({ ...log, first_part_taken: event.currentTarget.checked })}
        />
      </Group>
    </Frame>
  )
}

/** One group of inputs with what is to be known of it. */
function Frame({ legend, hint, children }: { legend?: string; hint: string; children: ReactNode }) {
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      {legend && (
        <Text component="legend" size="sm" fw={500} p={0} mb={4}>
          {legend}
        </Text>
      )}
      {children}
      {hint && (
        <Text size="xs" c="dimmed" mt={4}>
          {hint}
        </Text>
      )}
    </fieldset>
  )
}
