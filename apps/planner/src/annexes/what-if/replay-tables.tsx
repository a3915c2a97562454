// Replayed days in figures: the sums with what changes, and every day before and after.
import { Anchor, Table } from '@mantine/core'
import type { Replay, ReplayDay, ReplayFigures } from '@routewright/contract'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shell/session.ts'

const wide = { minWidth: 620, type: 'native' } as const
const narrow = { minWidth: 360, type: 'native' } as const

export function ReplayTotals({ replay: { before, after } }: { replay: Replay }) {
  const { t } = useTranslation('replay')
  const formats = useFormats()
  if (!before || !after) return null
  const change = (figures: number, other: number, write: (value: number) => string) => write(other - figures)
  const rows: [name: string, before: string, after: string, change: string][] = figureRows(formats, t).map(
    ({ name, of, write, writeChange }) => [
      name,
      write(of(before)),
      write(of(after)),
      change(of(before), of(after), writeChange),
    ],
  )
  return (
    <Table.ScrollContainer {...narrow} tabIndex={0} aria-label={t('total')}>
      <Table aria-label={t('total')} captionSide="top">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('total')}</Table.Th>
            {[t('before'), t('after'), t('change')].map((name) => (
              <Table.Th key={name} ta="right">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, ...values]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              {values.map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: before, after and change keep their places
                <Table.Td key={index} ta="right">
                  {value}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface FigureRow {
  name: string
  of(figures: ReplayFigures): number
  write(value: number): string
  writeChange(value: number): string
}

function figureRows(formats: ReturnType<typeof useFormats>, t: TFunction<'replay'>): FigureRow[] {
  const { number, numberChange, distance, distanceChange, duration, durationChange, money, moneyChange } = formats
  const counted = { write: (value: number) => number(value), writeChange: numberChange }
  const timed = { write: duration, writeChange: durationChange }
  return [
    { name: t('vehicles'), of: (figures) => figures.vehicles, ...counted },
    { name: t('unassigned'), of: (figures) => figures.unassigned, ...counted },
    { name: t('distance'), of: (figures) => figures.distance, write: distance, writeChange: distanceChange },
    { name: t('driving'), of: (figures) => figures.travel_time, ...timed },
    { name: t('hours_worked'), of: (figures) => figures.duration, ...timed },
    { name: t('overtime'), of: (figures) => figures.overtime_seconds, ...timed },
    {
      name: t('kept'),
      of: (figures) => figures.kept_share,
      write: formats.exactPercent,
      writeChange: (value) => t('analytics:points', { value: numberChange(100 * value, 1) }),
    },
    { name: t('cost'), of: (figures) => figures.cost, write: money, writeChange: moneyChange },
    {
      name: t('emissions'),
      of: (figures) => figures.emissions,
      write: (value) => `${number(value, 1)}\u00a0kg`,
      writeChange: (value) => `${numberChange(value, 1)}\u00a0kg`,
    },
  ]
}

export function ReplayDays({ days }: { days: readonly ReplayDay[] }) {
  const { t } = useTranslation('replay')
  const names = ['vehicles', 'unassigned', 'distance', 'hours_worked', 'overtime', 'kept', 'cost'] as const
  return (
    <Table.ScrollContainer {...wide} tabIndex={0} aria-label={t('by_day')}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('day')}</Table.Th>
            <Table.Th>{t('side')}</Table.Th>
            {names.map((name) => (
              <Table.Th key={name} ta="right">
                {t(name)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map((day) => (
            <OneDay key={day.plan_id ?? day.date} day={day} isOfPlan={day.plan_id !== undefined} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function OneDay({ day, isOfPlan }: { day: ReplayDay; isOfPlan: boolean }) {
  const { t } = useTranslation('replay')
  const formats = useFormats()
  const { date, label, plan_id, is_driven, recorded, told } = day
  const asItWas = isOfPlan ? t('as_planned') : t('as_in_file')
  return (
    <Fragment>
      <Table.Tr>
        <Table.Th scope="rowgroup" rowSpan={2} fw={400} style={{ verticalAlign: 'top' }}>
          {plan_id === undefined ? (
            formats.calendarDate(date)
          ) : (
            <Anchor
              size="sm"
              renderRoot={(props) => <Link {...props} to="/plan/$planId" params={{ planId: plan_id }} />}
            >
              {formats.calendarDate(date)}
            </Anchor>
          )}
          {told && <div>{t('told', { late: formats.number(told.late), stops: formats.number(told.stops) })}</div>}
          {label && <div>{label}</div>}
          {recorded && (
            <div>
              {t('recorded', {
                distance: formats.distance(recorded.distance),
                time: formats.duration(recorded.duration),
              })}
            </div>
          )}
        </Table.Th>
        <Side name={is_driven ? t('as_driven') : asItWas} figures={day.before} />
      </Table.Tr>
      <Table.Tr>
        <Side name={t('after')} figures={day.after} />
      </Table.Tr>
    </Fragment>
  )
}

function Side({ name, figures }: { name: string; figures: ReplayFigures }) {
  const formats = useFormats()
  const values = [
    formats.number(figures.vehicles),
    formats.number(figures.unassigned),
    formats.distance(figures.distance),
    formats.duration(figures.duration),
    formats.duration(figures.overtime_seconds),
    formats.exactPercent(figures.kept_share),
    formats.money(figures.cost),
  ]
  return (
    <>
      <Table.Td>{name}</Table.Td>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: figures keep their places
        <Table.Td key={index} ta="right">
          {value}
        </Table.Td>
      ))}
    </>
  )
}
