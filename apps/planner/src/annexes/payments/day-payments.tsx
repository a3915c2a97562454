// The money of the day: what each route has to collect, and what was collected, over all plans of the day.
import { Table, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { PaymentSum, RoutePayments, Today } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { useFormats, useProject } from '../../shell/session.ts'
import { useAnswer } from '../../shell/use-answer.ts'

/** Columns of money, in their order. */
const amounts = ['due', 'collected', 'cash', 'card', 'other', 'open', 'missing'] as const

export default function DayPayments({ today }: { today: Today }) {
  const { t } = useTranslation('payments')
  const project = useProject()
  const { completed_stops, incomplete_stops, canceled_stops, total_stops } = today.figures
  const { data } = useAnswer(
    ['payments', project.id, today.date, completed_stops, incomplete_stops, canceled_stops, total_stops],
    operations.getPayments,
    { project_id: project.id, from_date: today.date },
  )
  if (!data || data.sums.length === 0) return null
  return (
    <section aria-labelledby="payments-of-the-day">
      <Text id="payments-of-the-day" component="h2" fw={600} mb="xs">
        {t('title')}
      </Text>
      <Table.ScrollContainer minWidth={640} mb="lg">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('route')}</Table.Th>
              {amounts.map((name) => (
                <Table.Th key={name} ta="right">
                  {t(name)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.routes.flatMap((route) =>
              route.sums.map((sum) => (
                <SumRow key={getKey(route, sum)} name={getName(route, t('no_route'))} sum={sum} />
              )),
            )}
          </Table.Tbody>
          <Table.Tfoot>
            {data.sums.map((sum) => (
              <SumRow key={sum.currency} name={t('all', { currency: sum.currency })} sum={sum} />
            ))}
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
    </section>
  )
}

function SumRow({ name, sum }: { name: string; sum: PaymentSum }) {
  const formats = useFormats()
  return (
    <Table.Tr>
      <Table.Th scope="row">{name}</Table.Th>
      {amounts.map((column) => (
        <Table.Td key={column} ta="right">
          {Number(sum[column]) > 0 ? formats.moneyIn({ amount: sum[column], currency: sum.currency }) : '–'}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

function getKey({ plan_id, route_id }: RoutePayments, { currency }: PaymentSum): string {
  return [plan_id, route_id, currency].join(' ')
}

function getName({ route_id, route_label, plan_label }: RoutePayments, noRoute: string): string {
  return [plan_label, route_id ? route_label : noRoute].filter(Boolean).join(' · ')
}
