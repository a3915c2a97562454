// Goods that the vehicles bring back: expected at the depot, or seen there. A tick notes their arrival.
import { Checkbox, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { ReturningGoods } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { routeName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { call } from '../shell/service.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { useAnswer } from '../shell/use-answer.ts'
import classes from './live-panel.module.css'

/** Hidden while no goods come back. */
export function Returns() {
  const { t } = useTranslation('live')
  const { plan, routes } = usePlanData()
  const goods = useReturns()
  const { failure, run } = useAction()
  const queries = useQueryClient()
  if (goods.length === 0) return null
  const note = (goods: ReturningGoods, returned: boolean) =>
    run(async () => {
      const { stop_id, identifier } = goods
      const body = { goods: [{ stop_id, ...(identifier !== undefined && { identifier }) }], returned }
      await call(operations.noteReturns, { plan_id: plan.id, body })
      await queries.invalidateQueries({ queryKey: ['returns', plan.id] })
    })
  const back = goods.filter(({ returned_at }) => returned_at !== undefined).length
  return (
    <section className={classes.returns} aria-label={t('returns.title')}>
      <h3>{t('returns.count', { done: back, count: goods.length })}</h3>
      <Refusal text={failure} />
      {routes.map((route) => {
        const own = goods.filter(({ route_id }) => route_id === route.id)
        if (own.length === 0) return null
        return (
          <div key={route.id}>
            <Text size="xs" fw={600} mt={6} mb={4}>
              {routeName(route)}
            </Text>
            {own.map((entry) => (
              <ReturnLine
                key={`${entry.stop_id} ${entry.identifier ?? ''}`}
                goods={entry}
                note={(returned) => void note(entry, returned)}
              />
            ))}
          </div>
        )
      })}
    </section>
  )
}

function ReturnLine({ goods, note }: { goods: ReturningGoods; note(returned: boolean): void }) {
  const { t } = useTranslation('live')
  const formats = useFormats()
  const mayPlan = useMayPlan()
  const { identifier, label, external_id, returned_at, return_to_sender_at } = goods
  const name = label ?? external_id ?? ''
  const details = [
    identifier && name,
    return_to_sender_at && t('returns.to_sender'),
    returned_at && t('returns.seen_at', { time: formats.clock(returned_at) }),
  ]
  return (
    <Checkbox
      size="xs"
      mb={6}
      checked={returned_at !== undefined}
      disabled={!mayPlan}
      onChange={({ currentTarget: { checked } }) => note(checked)}
      label={identifier ?? t('returns.all_of', { name })}
      description={details.filter(Boolean).join(' · ') || undefined}
    />
  )
}

/** Read again when a delivery fails, moves on or is opened again, and now and then: drivers tick as well. */
function useReturns(): ReturningGoods[] {
  const { plan, stops } = usePlanData()
  const failed = [...stops.values()].filter(({ status }) => status === 'canceled' || status === 'incomplete')
  const state = `${stops.size} ${failed.map(({ id, updated_at }) => `${id} ${updated_at}`).join()}`
  const { data } = useAnswer(
    ['returns', plan.id, state],
    operations.listReturns,
    { plan_id: plan.id },
    { refetchInterval: 60_000, placeholderData: (before) => before },
  )
  return data ?? []
}
