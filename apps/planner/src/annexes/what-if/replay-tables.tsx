// Replayed days in figures: the sums with what changes, and every day before and after.
import { Anchor, Table } from '@mantine/core'
import type { Replay, ReplayDay, ReplayFigures } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { computeDistanceChange, distanceChangeText, distanceText } from '../../shell/distance.tsx'
import { useFormats } from '../../shell/session.ts'

const wide = { minWidth: 620, type: 'native' } as const
const narrow = { minWidth: 360, type: 'native' } as const

export function ReplayTotals({ replay: { before, after } }: { replay: Replay }) {
  const { t } = useTranslation('replay')
  const formats = useFormats()
  if (!before || !after) return null
  const rows: [name: string, before: string, after: string, change: string][] = figureRows(formats, t).map(
    ({ name, write, writeChange }) => [name, write(before), write(after), writeChange(before, after)],
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
  write(figures: ReplayFigures): string
  writeChange(before: ReplayFigures, after: ReplayFigures): string
}

function figureRows(formats: Formats, t: TFunction<'replay'>): FigureRow[] {
  const { number, numberChange, duration, durationChange, money, moneyChange } = formats
  const row = (
    name: string,
    pick: (figures: ReplayFigures) => number,
    write: (value: number) => string,
    writeChange: (value: number) => string,
  ): FigureRow => ({
    name,
    write: (figures) => write(pick(figures)),
    writeChange: (before, after) => writeChange(pick(after) - pick(before)),
  })
  return [
    row(t('vehicles'), (figures) => figures.vehicles, number, numberChange),
    row(t('unassigned'), (figures) => figures.unassigned, number, numberChange),
    {
      name: t('distance'),
      write: (figures) => distanceText(figures.distance, figures, formats, t),
      writeChange: (before, after) => {
        const change = computeDistanceChange(before, after)
        return distanceChangeText(change.distance, change, formats, t)
      },
    },
    row(t('driving'), (figures) => figures.travel_time, duration, durationChange),
    row(t('hours_worked'), (figures) => figures.duration, duration, durationChange),
    row(t('overtime'), (figures) => figures.overtime_seconds, duration, durationChange),
    row(
      t('kept'),
      (figures) => figures.kept_share,
      formats.exactPercent,
      (value) => t('analytics:points', { value: numberChange(100 * value, 1) }),
    ),
    row(t('cost'), (figures) => figures.cost, money, moneyChange),
    row(
      t('emissions'),
      (figures) => figures.emissions,
      (value) => `${number(value, 1)}\u00a0kg`,
      (value) => `${numberChange(value, 1)}\u00a0kg`,
    ),
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
  const { t } = useTranslation('replay')
  const formats = useFormats()
  const values = [
    formats.number(figures.vehicles),
    formats.number(figures.unassigned),
    distanceText(figures.distance, figures, formats, t),
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
