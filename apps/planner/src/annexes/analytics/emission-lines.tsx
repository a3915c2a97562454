// The arithmetic of CO2e: a line for each way to drive, with the factors, who published them and when.
import { Table, Text } from '@mantine/core'
import type { Analytics, EmissionLine } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import classes from '../../records/records.module.css'
import { useFormats } from '../../shell/session.ts'
import own from './analytics.module.css'

export function EmissionLines({ analytics }: { analytics: Analytics }) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const { total, emissions } = analytics
  if (emissions.length === 0) return null
  const titles = ['fuel_title', 'driven_distance', 'consumption', 'energy', 'tank_to_wheel', 'well_to_tank'] as const
  return (
    <div className={own.emissions}>
      <Text id="emissions-title" component="h2" size="md" fw={650} mb={4}>
        {t('emissions')}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {t('emissions_text', {
          driven: formats.weight(total.driven_emissions),
          tank: formats.weight(total.driven_tank_emissions),
        })}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reached by keyboard */}
      <section className={`${classes.sheet} ${own.table}`} aria-labelledby="emissions-title" tabIndex={0}>
        <Table verticalSpacing={8} horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              {[...titles, 'planned_co2e', 'driven_co2e', 'source'].map((word, place) => (
                <Table.Th key={word} ta={place === 0 || word === 'source' ? 'left' : 'right'}>
                  {t(word)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {emissions.map((line) => (
              <Line key={[line.mode, line.fuel, line.written, line.consumption, line.is_assumed].join()} line={line} />
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <Text size="sm" c="dimmed" mt="xs">
        {total.assumed_distance > 0 &&
          t('assumed_note', {
            part: formats.distance(total.assumed_distance),
            whole: formats.distance(total.driven_distance),
          })}{' '}
        {total.uncounted_distance > 0 && t('uncounted_note', { value: formats.distance(total.uncounted_distance) })}
      </Text>
    </div>
  )
}

function Line({ line }: { line: EmissionLine }) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const isCounted = line.fuel !== 'other'
  const amount = (value: number) => `${formats.number(value, 1)} ${line.unit}`
  const factor = (value: number) => `${formats.number(value, 2)} / ${line.unit}`
  const cells = isCounted
    ? [
        `${amount(line.consumption)}${line.is_assumed ? ' *' : ''}`,
        amount(line.driven_energy),
        factor(line.tank_to_wheel),
        factor(line.well_to_tank),
        formats.weight(line.planned_emissions),
        formats.weight(line.driven_emissions),
      ]
    : ['–', '–', '–', '–', '–', '–']
  return (
    <Table.Tr>
      <Table.Td fw={600}>{line.written ? `${line.written}: ${t('fuel.other')}` : t(`fuel.${line.fuel}`)}</Table.Td>
      <Table.Td ta="right" className={own.number}>
        {formats.distance(line.driven_distance)}
      </Table.Td>
      {cells.map((text, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row keep their places
        <Table.Td key={place} ta="right" className={own.number}>
          {text}
        </Table.Td>
      ))}
      <Table.Td>{line.source && `${line.source}, ${line.year}`}</Table.Td>
    </Table.Tr>
  )
}
