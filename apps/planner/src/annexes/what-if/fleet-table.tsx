// Fleets of different sizes, one below the other: figures, a bar for what is kept, and a copy of the plan with one of them.
import { Anchor, Button } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { FleetFigures, FleetSize, FleetSizes } from '@routewright/contract'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import compared from '../../optimize/compare-panel.module.css'
import { usePlanData, usePlanStore } from '../../plan/plan-store.ts'
import { Distance } from '../../shell/distance.tsx'
import panel from '../../shell/panel.module.css'
import { call } from '../../shell/service.ts'
import { useFormats, useMayPlan } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import classes from './fleet-table.module.css'

export function FleetTable({ sizes }: { sizes: FleetSizes }) {
  const { t } = useTranslation('fleets')
  const { now, fleets = [], share, smallest } = sizes
  return (
    <table className={`${panel.numbers} ${compared.fleets}`}>
      <thead>
        <tr>
          <th scope="col">{t('vans')}</th>
          <th scope="col">{t('distance')}</th>
          <th scope="col">{t('duration')}</th>
          <th scope="col">{t('cost')}</th>
          <th scope="col">{t('left_out')}</th>
        </tr>
      </thead>
      <tbody>
        {now && (
          <>
            <Figures figures={now} name={t('now')} />
            <Kept figures={now} share={share} />
          </>
        )}
        {fleets.map((fleet) => (
          <Fragment key={fleet.vehicles}>
            <Figures figures={fleet} name={<strong>{t('vans_count', { count: fleet.vehicles })}</strong>} />
            <Kept figures={fleet} share={share} isChosen={fleet.vehicles === smallest}>
              <Members fleet={fleet} />
              <TakeFleet sizes={sizes} fleet={fleet} />
            </Kept>
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function Figures({ figures, name }: { figures: FleetFigures; name: React.ReactNode }) {
  const formats = useFormats()
  return (
    <tr className={compared.figures}>
      <th scope="row">{name}</th>
      <td>
        <Distance of={figures} />
      </td>
      <td>{formats.duration(figures.duration)}</td>
      <td>{formats.money(figures.cost)}</td>
      <td>{formats.number(figures.unassigned)}</td>
    </tr>
  )
}

interface KeptProps {
  figures: FleetFigures
  share: number
  isChosen?: boolean
  children?: React.ReactNode
}

/** The share that is kept as a bar from the half on, with a line where it is to be. */
function Kept({ figures, share, isChosen = false, children }: KeptProps) {
  const { t } = useTranslation('fleets')
  const formats = useFormats()
  const { kept_share, promises_kept_share, late_stops, overtime_seconds } = figures
  const at = (value: number) => `${100 * Math.max(0, value)}%`
  const kept = formats.exactPercent(kept_share)
  return (
    <tr>
      <td colSpan={5} className={compared.kept}>
        <div className={classes.bar} role="img" aria-label={t('kept', { share: kept })}>
          <span
            className={kept_share >= share ? classes.enough : classes.less}
            style={{ width: at(kept_share) }}
            data-chosen={isChosen || undefined}
          />
          <i style={{ insetInlineStart: at(share) }} />
        </div>
        <div className={panel.dim}>
          <b>{t('kept', { share: kept })}</b>
          {` · ${t('late', { late: formats.number(late_stops, 1) })}`}
          {` · ${t('overtime', { time: formats.duration(overtime_seconds) })}`}
          {promises_kept_share !== undefined &&
            ` · ${t('promises', { share: formats.exactPercent(promises_kept_share) })}`}
        </div>
        {children}
      </td>
    </tr>
  )
}

/** Vehicles that are missing, that came, and that have no work. */
function Members({ fleet }: { fleet: FleetSize }) {
  const { t } = useTranslation('fleets')
  const formats = useFormats()
  const names = (labels: readonly (string | undefined)[]) => formats.list(labels.map((label) => label || t('unnamed')))
  const idle = fleet.vehicles - fleet.used
  const parts = [
    ...(fleet.without.length > 0 ? [t('without', { names: names(fleet.without) })] : []),
    ...(fleet.with.length > 0 ? [t('with', { names: names(fleet.with.map(({ label }) => label)) })] : []),
    ...(idle > 0 ? [t('idle', { count: idle })] : []),
  ]
  return parts.length > 0 && <div className={panel.dim}>{parts.join(' · ')}</div>
}

/** The plan itself is never changed: a copy is made, and opened by whoever wants to look at it. */
function TakeFleet({ sizes, fleet }: { sizes: FleetSizes; fleet: FleetSize }) {
  const { t } = useTranslation('fleets')
  const { plan } = usePlanData()
  const mayPlan = useMayPlan()
  const action = useAction()
  const [copyId, setCopyId] = useState<string>()
  const take = () =>
    action.run(async () => {
      const label = t('copy_label', { name: plan.label ?? '', count: fleet.vehicles })
        .trim()
        .slice(0, 200)
      const body = { vehicles: fleet.vehicles, label }
      const copy = await call(operations.copyFleetSize, { fleet_sizes_id: sizes.id, body })
      setCopyId(copy.id)
      await usePlanStore.getState().refreshEditor()
    })
  if (!mayPlan) return null
  return (
    <>
      {copyId === undefined ? (
        <Button size="compact-xs" variant="light" mt={4} loading={action.isBusy} onClick={() => void take()}>
          {t('take', { count: fleet.vehicles })}
        </Button>
      ) : (
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/plan/$planId" params={{ planId: copyId }} />}>
          {t('open_copy')}
        </Anchor>
      )}
      <Refusal mt={4} text={action.failure} />
    </>
  )
}
