// Why the plan is as it is: what fills its routes, what it would be without a van, what windows cost, and what more room would bring.
import { Alert, Button, Loader, UnstyledButton } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { PlanExplanation, BareRoute as Route, RouteReasons, RouteUpdate, WindowPrice } from '@routewright/contract'
import { IconHelpCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { routeName, stopName } from '../../plan/plan-data.ts'
import { usePlanData, usePlanStore } from '../../plan/plan-store.ts'
import { updateRoutes } from '../../plan/record-edits.ts'
import { useSelection } from '../../plan/selection.ts'
import { warningText } from '../../plan/warnings.ts'
import { failureText } from '../../shell/failure.ts'
import classes from '../../shell/panel.module.css'
import { useFormats, useMayPlan } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import { DifferenceText } from './difference-text.tsx'
import { LargestSavings } from './largest-savings.tsx'
import { listRoomChanges, moreRoom, moreStops } from './more-room.ts'
import { kept } from './plan-risk.ts'

/** Looked for when it is asked for: it takes the service some seconds. */
export default function PlanReasons() {
  const { t } = useTranslation('optimize')
  const { plan, routes } = usePlanData()
  const revision = usePlanStore(({ editor }) => editor?.revision)
  const [asked, setAsked] = useState<number>()
  const isAsked = asked !== undefined && asked === revision
  const { data, error } = useAnswer(
    ['plan-reasons', plan.id, revision],
    operations.explainPlan,
    { plan_id: plan.id },
    { enabled: isAsked, ...kept },
  )
  if (routes.length === 0) return null
  return (
    <section className={classes.part} aria-label={t('why.title')}>
      <h3 className={classes.heading}>{t('why.title')}</h3>
      <p className={classes.dim}>{t('why.text')}</p>
      {!isAsked && (
        <Button
          variant="default"
          leftSection={<IconHelpCircle size={16} />}
          disabled={revision === undefined}
          onClick={() => setAsked(revision)}
        >
          {t('why.ask')}
        </Button>
      )}
      {isAsked && !data && !error && <Loader size="sm" aria-label={t('why.looking')} />}
      {error && <Alert color="red">{failureText(error, t)}</Alert>}
      {data && isAsked && <Reasons explanation={data} />}
    </section>
  )
}

function Reasons({ explanation }: { explanation: PlanExplanation }) {
  const { t } = useTranslation('optimize')
  const { routes, changes } = explanation
  if (routes.length === 0) return <p>{t('why.nothing')}</p>
  const servesMore = changes.some(({ unassigned }) => unassigned < 0)
  return (
    <>
      {servesMore && <MoreRoom routes={routes} changes={changes} />}
      <LargestSavings explanation={explanation} />
      <details>
        <summary className={classes.more}>{t('why.all')}</summary>
        <AllTried explanation={explanation}>{!servesMore && <MoreRoom routes={routes} changes={changes} />}</AllTried>
      </details>
    </>
  )
}

function AllTried({ explanation, children }: { explanation: PlanExplanation; children: ReactNode }) {
  const { t } = useTranslation('optimize')
  const { routes, windows, fewer_vehicles: fewer } = explanation
  return (
    <>
      <RouteTable explanation={explanation} />
      {fewer && (
        <Alert my="sm">
          {t('why.fewer', { limit: fewer.max_services, more: fewer.would_take, count: fewer.would_do })}
          <DifferenceText {...fewer} />
          <Apply routes={routes} updateOf={(route) => moreStops(fewer, route)} />
        </Alert>
      )}
      {children}
      <h4 className={classes.next}>{t('why.windows')}</h4>
      {windows.length === 0 ? <p className={classes.dim}>{t('why.no_windows')}</p> : <Windows windows={windows} />}
    </>
  )
}

function MoreRoom({ routes, changes }: Pick<PlanExplanation, 'routes' | 'changes'>) {
  const { t } = useTranslation('optimize')
  return (
    <>
      <h4 className={classes.next}>{t('why.more_room')}</h4>
      <table className={classes.numbers}>
        <tbody>
          {changes.map(({ change, ...difference }) => (
            <tr key={change}>
              <th scope="row">{t(`why.change.${change}`)}</th>
              <td>
                <DifferenceText {...difference} />
                <Apply routes={routes} updateOf={(route) => moreRoom(change, route)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

interface ApplyProps {
  routes: readonly RouteReasons[]
  updateOf(route: Route): RouteUpdate | undefined
}

/** Gives the routes of the plan the room that was tried, as one step that can be taken back; nothing where no limit of theirs stands for it. */
function Apply({ routes, updateOf }: ApplyProps) {
  const { t } = useTranslation('optimize')
  const data = usePlanData()
  const mayPlan = useMayPlan()
  const action = useAction()
  const changes = listRoomChanges(data.routes, routes, updateOf)
  if (!mayPlan || changes.length === 0) return null
  const done = t('why.applied', { count: changes.length })
  return (
    <>
      <Button
        variant="light"
        size="compact-sm"
        mt={4}
        loading={action.isBusy}
        onClick={() => void action.run(() => updateRoutes(t('why.applied_step'), changes), done)}
      >
        {t('why.apply', { count: changes.length })}
      </Button>
      <Refusal text={action.failure} />
    </>
  )
}

function RouteTable({ explanation: { routes, without } }: { explanation: PlanExplanation }) {
  const { t } = useTranslation('optimize')
  const data = usePlanData()
  const getName = (id: string) => {
    const route = data.routes.find((route) => route.id === id)
    return route ? routeName(route) : id
  }
  const missing = new Map(without.map((route) => [route.route_id, route]))
  return (
    <table className={classes.numbers}>
      <thead>
        <tr>
          <th>{t('route')}</th>
          <th>{t('why.fullest')}</th>
          <th>{t('why.without')}</th>
        </tr>
      </thead>
      <tbody>
        {routes.map((reasons) => {
          const gone = missing.get(reasons.route_id)
          return (
            <tr key={reasons.route_id}>
              <th scope="row">{getName(reasons.route_id)}</th>
              <td>
                <Fullest reasons={reasons} />
              </td>
              <td>{gone ? <DifferenceText {...gone} /> : <span className={classes.dim}>{t('why.not_tried')}</span>}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The limit that a route uses most, and what keeps most of its neighbours out. */
function Fullest({ reasons: { limits, kept_out, looked_at } }: { reasons: RouteReasons }) {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const [fullest] = limits
  const [rule] = kept_out
  return (
    <>
      {fullest && (
        <div>
          {t(`why.limit.${fullest.limit}`, { share: formats.percent(fullest.used / Math.max(fullest.of, 1e-9)) })}
        </div>
      )}
      {rule && (
        <div className={classes.dim}>
          {t('why.kept_out', {
            count: rule.stops,
            of: looked_at,
            reason: warningText({ code: rule.rule, message: rule.rule }, t),
          })}
        </div>
      )}
    </>
  )
}

function Windows({ windows }: { windows: readonly WindowPrice[] }) {
  const { t } = useTranslation('optimize')
  const { stops } = usePlanData()
  const formats = useFormats()
  const { select, hover } = useSelection.getState()
  return (
    <table className={classes.numbers}>
      <thead>
        <tr>
          <th>{t('why.stop')}</th>
          <th>{t('why.at_any_time')}</th>
        </tr>
      </thead>
      <tbody>
        {windows.map(({ stop_id, time, distance, cost }) => {
          const stop = stops.get(stop_id)
          const name = stop ? stopName(stop) : stop_id
          return (
            <tr key={stop_id} onPointerEnter={() => hover(stop_id)} onPointerLeave={() => hover(undefined)}>
              <th scope="row">
                <UnstyledButton fz="inherit" td="underline" onClick={() => select([stop_id])}>
                  {name}
                </UnstyledButton>
                {stop && <div className={classes.dim}>{formats.timeWindows(stop.time_windows)}</div>}
              </th>
              <td>
                {[formats.durationChange(-time), formats.distanceChange(-distance)].join(' · ')}
                {cost !== undefined && ` · ${formats.moneyChange(-cost)}`}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
