// Rules that come in rows: the grid of windows, classes of customers, and steps of prices.
import { MultiSelect, NumberInput, TextInput } from '@mantine/core'
import type { SlotClass, SlotGridLine, SlotRules } from '@routewright/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnInputProps } from '../../forms/fields.ts'
import { EditedRows } from '../../settings/settings-table.tsx'
import { useZones } from '../../shell/use-zones.ts'
import classes from './slot-settings.module.css'

/** A line of the grid with its windows as they are typed. */
export type GridRow = Omit<SlotGridLine, 'windows'> & { typed: string }

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export function SlotGrid({ label, hint, value, onChange }: OwnInputProps<readonly GridRow[]>) {
  const { t } = useTranslation('slots')
  const { zoneOptions, dayOptions } = useGridOptions()
  return (
    <Rows label={label} hint={hint}>
      <EditedRows<GridRow>
        heads={['windows', 'weekdays', 'zones', 'capacity'].map((name) => t(`grid.${name}`))}
        rows={value}
        fresh={() => ({ typed: '' })}
        words={{ add: t('grid.add'), remove: ({ typed }) => t('grid.remove', { windows: typed }) }}
        onChange={onChange}
        cells={(row, change) => [
          <TextInput
            key="windows"
            className={classes.windows}
            aria-label={t('grid.windows')}
            placeholder="08:00-10:00, 10:00-12:00"
            value={row.typed}
            maxLength={500}
            onChange={({ currentTarget }) => change({ typed: currentTarget.value })}
          />,
          <MultiSelect
            key="weekdays"
            className={classes.choices}
            aria-label={t('grid.weekdays')}
            placeholder={row.weekdays?.length ? undefined : t('grid.every_day')}
            data={dayOptions}
            value={row.weekdays ?? []}
            onChange={(chosen) => change({ weekdays: days.filter((day) => chosen.includes(day)) })}
          />,
          <MultiSelect
            key="zones"
            className={classes.choices}
            aria-label={t('grid.zones')}
            placeholder={row.zone_ids?.length ? undefined : t('grid.everywhere')}
            data={zoneOptions}
            value={row.zone_ids ?? []}
            onChange={(zone_ids) => change({ zone_ids })}
          />,
          <Capacity key="capacity" value={row.capacity} onChange={(capacity) => change({ capacity })} />,
        ]}
      />
    </Rows>
  )
}

function Capacity(amount: Pick<AmountProps, 'value' | 'onChange'>) {
  const { t } = useTranslation('slots')
  return <Amount label={t('grid.capacity')} placeholder={t('grid.no_limit')} min={1} {...amount} />
}

function useGridOptions() {
  const { t } = useTranslation('records')
  const zones = useZones().data ?? []
  return {
    zoneOptions: zones.map((zone) => ({ value: zone.id, label: zone.label ?? zone.id })),
    dayOptions: days.map((day) => ({ value: day, label: t(`weekdays.${day}`) })),
  }
}

export function SlotClasses({ label, hint, value, onChange }: OwnInputProps<readonly SlotClass[]>) {
  const { t } = useTranslation('slots')
  return (
    <Rows label={label} hint={hint}>
      <EditedRows<SlotClass>
        heads={['name', 'kept', 'notice'].map((name) => t(`classes.${name}`))}
        rows={value}
        fresh={() => ({ name: '' })}
        words={{ add: t('classes.add'), remove: ({ name }) => t('classes.remove', { name }) }}
        onChange={onChange}
        cells={(row, change) => [
          <TextInput
            key="name"
            className={classes.name}
            aria-label={t('classes.name')}
            value={row.name}
            maxLength={200}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />,
          <Amount
            key="kept"
            label={t('classes.kept')}
            value={row.kept_share === undefined ? undefined : Math.round(row.kept_share * 100)}
            max={100}
            onChange={(percent) => change({ kept_share: percent === undefined ? undefined : percent / 100 })}
          />,
          <Amount
            key="notice"
            label={t('classes.notice')}
            placeholder={t('classes.as_all')}
            value={row.notice_minutes === undefined ? undefined : row.notice_minutes / 60}
            max={1_440}
            onChange={(hours) => change({ notice_minutes: hours === undefined ? undefined : Math.round(hours * 60) })}
          />,
        ]}
      />
    </Rows>
  )
}

type PriceStep = SlotRules['prices'][number]

export function SlotPrices({ label, hint, value, onChange }: OwnInputProps<readonly PriceStep[]>) {
  const { t } = useTranslation('slots')
  return (
    <Rows label={label} hint={hint}>
      <EditedRows<PriceStep>
        heads={['share', 'amount'].map((name) => t(`prices.${name}`))}
        rows={value}
        fresh={() => ({ up_to_share: 1, amount: 0 })}
        words={{
          add: t('prices.add'),
          remove: ({ up_to_share }) => t('prices.remove', { share: Math.round(up_to_share * 100) }),
        }}
        onChange={onChange}
        cells={(row, change) => [
          <Amount
            key="share"
            label={t('prices.share')}
            value={Math.round(row.up_to_share * 100)}
            min={1}
            max={100}
            onChange={(percent) => change({ up_to_share: (percent ?? 100) / 100 })}
          />,
          <Amount
            key="amount"
            label={t('prices.amount')}
            value={row.amount}
            min={-1_000_000}
            onChange={(amount) => change({ amount: amount ?? 0 })}
          />,
        ]}
      />
    </Rows>
  )
}

/** Rows below their title and what they are for. */
function Rows({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  return (
    <fieldset className={classes.rows}>
      <legend>{label}</legend>
      {hint && <p>{hint}</p>}
      {children}
    </fieldset>
  )
}

interface AmountProps {
  label: string
  placeholder?: string
  value: number | undefined
  min?: number
  max?: number
  onChange(value: number | undefined): void
}

function Amount({ label, placeholder, value, min = 0, max = 1_000_000, onChange }: AmountProps) {
  return (
    <NumberInput
      className={classes.amount}
      aria-label={label}
      placeholder={placeholder}
      hideControls
      min={min}
      max={max}
      decimalScale={2}
      value={value ?? ''}
      onChange={(next) => onChange(next === '' ? undefined : Number(next))}
    />
  )
}
