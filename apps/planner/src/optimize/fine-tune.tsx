// Choices for a search: what may change, wishes for the plan apart from its cost, and limits.
import { Group, NumberInput, Radio, Slider, Stack, Switch, Text } from '@mantine/core'
import type { OptimizationMode } from '@routewright/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../plan/plan-store.ts'
import classes from '../shell/panel.module.css'
import type { RunChoice } from './run-choice.ts'

interface FineTuneProps {
  choice: RunChoice
  onChange(change: Partial<RunChoice>): void
  /** Content below the choices. */
  children?: ReactNode
}

export function FineTune({ choice, onChange, children }: FineTuneProps) {
  const { t } = useTranslation('optimize')
  const { routes, stops } = usePlanData()
  const hasRoutes = [...stops.values()].some(({ route_id }) => route_id)
  const may = {
    balance: true,
    // Stops can keep to areas, or to their route, only where they may change it.
    compact: choice.mode === 'from_scratch',
    familiar: choice.mode !== 'keep_assignment',
    keep: choice.mode === 'from_scratch' && hasRoutes,
    slack: true,
  }
  return (
    <section className={classes.part}>
      <details>
        <summary className={classes.more}>{t('fine_tune')}</summary>
        <Stack gap="md" mt="sm">
          {routes.length > 0 && <ModeChoice mode={choice.mode} onChange={(mode) => onChange({ mode })} />}
          {wishes.map((name) => (
            <Wish
              key={name}
              name={name}
              value={choice[name]}
              isDisabled={!may[name]}
              onChange={(value) => onChange({ [name]: value })}
            />
          ))}
          <Limits choice={choice} onChange={onChange} />
          {children}
        </Stack>
      </details>
    </section>
  )
}

const modes: readonly OptimizationMode[] = ['from_scratch', 'keep_assignment', 'insert_only']

function ModeChoice({ mode, onChange }: { mode: OptimizationMode; onChange(mode: OptimizationMode): void }) {
  const { t } = useTranslation('optimize')
  return (
    <Radio.Group label={t('mode')} value={mode} onChange={(value) => onChange(value as OptimizationMode)}>
      <Stack gap={10} mt={8}>
        {modes.map((value) => (
          <Radio key={value} value={value} label={t(`modes.${value}`)} description={t(`modes.${value}_text`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const wishes = ['balance', 'compact', 'familiar', 'keep', 'slack'] as const
type WishName = (typeof wishes)[number]

interface WishProps {
  name: WishName
  value: number
  isDisabled: boolean
  onChange(value: number): void
}

/** A wish for the plan apart from its cost, from not at all to as far as it goes. */
function Wish({ name, value, isDisabled, onChange }: WishProps) {
  const { t } = useTranslation('optimize')
  return (
    <div>
      <Text size="sm" fw={500} id={`${name}-label`}>
        {t(`wish.${name}.title`)}
      </Text>
      <Text size="xs" c="dimmed">
        {t(`wish.${name}.text`)}
      </Text>
      <Slider
        mt={6}
        aria-labelledby={`${name}-label`}
        thumbLabel={t(`wish.${name}.title`)}
        label={null}
        min={0}
        max={1}
        step={0.1}
        value={value}
        disabled={isDisabled}
        onChange={onChange}
        marks={[{ value: 0 }, { value: 1 }]}
        px={8}
      />
      <Group justify="space-between" gap="sm" fz="0.72rem" c="dimmed">
        <span>{t('goal.cheapest')}</span>
        <span>{t(`wish.${name}.most`)}</span>
      </Group>
    </div>
  )
}

function Limits({ choice, onChange }: Omit<FineTuneProps, 'children'>) {
  const { t } = useTranslation('optimize')
  return (
    <>
      <Switch
        label={t('fewer_vehicles')}
        checked={choice.minimise_vehicles}
        onChange={({ currentTarget: { checked } }) => onChange({ minimise_vehicles: checked })}
      />
      <Switch
        label={t('allow_late')}
        description={t('allow_late_text')}
        checked={choice.allow_late}
        onChange={({ currentTarget: { checked } }) => onChange({ allow_late: checked })}
      />
      <NumberInput
        label={t('seconds')}
        description={t('seconds_text')}
        placeholder={t('automatic')}
        min={1}
        max={600}
        value={choice.seconds}
        onChange={(seconds) => onChange({ seconds })}
      />
    </>
  )
}
