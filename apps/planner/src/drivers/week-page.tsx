// Drivers of the vehicles in a week: vehicles and drivers by days; a cell is changed by its menu, by mouse or keyboard.
import { ActionIcon, Button, Group, SegmentedControl } from '@mantine/core'
import type { DriverDays } from '@routewright/contract'
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDriverDays } from '../plan/driver-days.ts'
import { organizationNow } from '../shell/clock.ts'
import { useKeptChoice } from '../shell/kept-choice.ts'
import { Loaded } from '../shell/loaded.tsx'
import { Page } from '../shell/page.tsx'
import { useFormats } from '../shell/session.ts'
import { Empty } from '../shell/states.tsx'
import { DriversByDay } from './drivers-by-day.tsx'
import { VehiclesByDay } from './vehicles-by-day.tsx'
import classes from './week.module.css'
import { getMonday, laterDay } from './week-days.ts'

const days = 7
type Side = 'vehicles' | 'drivers'

export function WeekPage() {
  const { t } = useTranslation('drivers')
  const formats = useFormats()
  const { from: asked } = useSearch({ strict: false }) as { from?: string }
  const from = getMonday(asked && /^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : formats.dayKey(organizationNow()))
  const [side, setSide] = useKeptChoice<Side>('drivers.side', 'vehicles')
  const query = useDriverDays(from, days)
  const range = `${formats.calendarDate(from)} – ${formats.calendarDate(laterDay(from, days - 1))}`
  return (
    <Page title={t('week.title')} text={range} isWide actions={<Ways from={from} />}>
      <SegmentedControl
        mb="md"
        className={classes.unprinted!}
        aria-label={t('week.rows')}
        value={side}
        onChange={(value) => setSide(value as Side)}
        data={(['vehicles', 'drivers'] as const).map((value) => ({ value, label: t(`week.by.${value}`) }))}
      />
      <Loaded query={query} rows={8} rowHeight={46}>
        {(data) => <Table data={data} side={side} />}
      </Loaded>
    </Page>
  )
}

function Table({ data, side }: { data: DriverDays; side: Side }) {
  const { t } = useTranslation('drivers')
  if (data.drivers.length === 0) {
    return <Empty title={t('none')} text={t('none_text')} next={{ label: t('week.to_drivers'), to: '/drivers' }} />
  }
  if (data.vehicles.length === 0) {
    return (
      <Empty
        title={t('week.no_vehicles')}
        text={t('week.no_vehicles_text')}
        next={{ label: t('week.to_fleet'), to: '/fleet' }}
      />
    )
  }
  return (
    <div className={classes.sheet}>
      {side === 'vehicles' ? <VehiclesByDay data={data} /> : <DriversByDay data={data} />}
    </div>
  )
}

function Ways({ from }: { from: string }) {
  const { t } = useTranslation('drivers')
  const navigate = useNavigate()
  const go = (to: string | undefined) => void navigate({ to: '/drivers/week', search: to ? { from: to } : {} })
  return (
    <Group gap="xs" className={classes.unprinted!}>
      <ActionIcon variant="default" size="lg" aria-label={t('week.before')} onClick={() => go(laterDay(from, -days))}>
        <IconChevronLeft size={18} />
      </ActionIcon>
      <Button variant="default" onClick={() => go(undefined)}>
        {t('week.this')}
      </Button>
      <ActionIcon variant="default" size="lg" aria-label={t('week.after')} onClick={() => go(laterDay(from, days))}>
        <IconChevronRight size={18} />
      </ActionIcon>
      <Button variant="default" leftSection={<IconPrinter size={17} />} onClick={() => window.print()}>
        {t('week.print')}
      </Button>
      <Button variant="default" onClick={() => void navigate({ to: '/drivers' })}>
        {t('title')}
      </Button>
    </Group>
  )
}
