// How windows of arrival that recipients were told came out: how many held, by what told them, hour, stops ahead and driver.
import { SegmentedControl, Table, Text, Title } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { PromiseScores as Scores } from '@routewright/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../records/records.module.css'
import { useFormats } from '../../shell/session.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import own from './analytics.module.css'

const ways = ['hours', 'stops_ahead', 'drivers', 'means', 'rules'] as const
type Way = (typeof ways)[number]
type Score = Scores['total']

interface PromiseScoresProps {
  parameters: { from_date: string; to_date: string; project_id?: string }
}

export function PromiseScores({ parameters }: PromiseScoresProps) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const [way, setWay] = useState<Way>('hours')
  const { data: scores } = useAnswer(['promise-scores', parameters], operations.getPromiseScores, parameters, {
    placeholderData: keepPreviousData,
  })
  const rows = useRows(scores, way)
  if (!scores) return null
  return (
    <section className={own.emissions} aria-label={t('told.title')}>
      <Title order={2} size="h5">
        {t('told.title')}
      </Title>
      <Text size="sm" c="dimmed" maw={720} mb="sm">
        {scores.total.promises === 0
          ? t('told.none')
          : t('told.text', {
              share: formats.percent(scores.total.kept / scores.total.promises),
              count: scores.total.promises,
              width: formats.duration(scores.total.width ?? 0),
            })}
      </Text>
      {scores.total.promises > 0 && (
        <>
          <div className={own.groupings}>
            <SegmentedControl
              aria-label={t('by')}
              value={way}
              onChange={(value) => setWay(value as Way)}
              data={ways.map((value) => ({ value, label: t(`told.by.${value}`) }))}
              mb="sm"
            />
          </div>
          <ScoresTable rows={rows} way={way} />
        </>
      )}
    </section>
  )
}

function ScoresTable({ rows, way }: { rows: readonly [string, Score][]; way: Way }) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const part = (count: number, { promises }: Score) => (promises === 0 ? '–' : formats.percent(count / promises))
  const time = (seconds: number | undefined) => (seconds === undefined ? '–' : formats.duration(seconds))
  const columns: [string, (score: Score) => string][] = [
    ['promises', ({ promises }) => formats.number(promises)],
    ['kept', (score) => part(score.kept, score)],
    ['early', (score) => part(score.early, score)],
    ['late', (score) => part(score.late, score)],
    ['width', ({ width }) => time(width)],
    ['off', ({ off }) => time(off)],
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reached by keyboard
    <section className={`${classes.sheet} ${own.table}`} aria-label={t(`told.by.${way}`)} tabIndex={0}>
      <Table verticalSpacing={8} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(`told.by.${way}`)}</Table.Th>
            {columns.map(([word]) => (
              <Table.Th key={word} ta="right">
                {t(`told.${word}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, score]) => (
            <Table.Tr key={name}>
              <Table.Td fw={600}>{name}</Table.Td>
              {columns.map(([word, write]) => (
                <Table.Td key={word} ta="right" className={own.number}>
                  {write(score)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function useRows(scores: Scores | undefined, way: Way): [string, Score][] {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  if (!scores) return []
  const hour = (at: number) => formats.timeOfDay(at * 3_600)
  const stops = ({ from, to }: Scores['stops_ahead'][number]) => {
    if (from === undefined) return t('told.before_start')
    return to === undefined ? t('told.stops_from', { from }) : from === to ? `${from}` : `${from}–${to}`
  }
  const rows: Record<Way, () => [string, Score][]> = {
    hours: () => scores.hours.map((entry) => [`${hour(entry.hour)}–${hour(entry.hour + 1)}`, entry]),
    stops_ahead: () => scores.stops_ahead.map((stop) => [stops(stop), stop]),
    drivers: () => scores.drivers.map((driver) => [driver.label || t('no_driver'), driver]),
    means: () => scores.means.map((mean) => [t(`told.teller.${mean.told_by}`), mean]),
    rules: () =>
      scores.rules.map((rule) => [
        rule.share === undefined ? t('told.usual') : t('told.wished', { share: formats.percent(rule.share) }),
        rule,
      ]),
  }
  return rows[way]()
}
