// Reports of drivers that do not count, at their stop: everything they brought, what was decided, and the choice to decide otherwise.
import { Button, Group } from '@mantine/core'
import type { ConflictDecision, ReportConflict, Stop } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { useLive } from '../plan/live-stream.ts'
import { stopName } from '../plan/plan-data.ts'
import { decideConflict } from '../plan/report-edits.ts'
import classes from '../shell/panel.module.css'
import { useReasonText } from '../shell/reason-text.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import details from './details.module.css'
import { ReportPictures } from './stop-reports.tsx'

/** Hidden while there is no conflict; reports that were taken stand among the others. */
export function StopConflicts({ stop }: { stop: Stop }) {
  const { t } = useTranslation('editor')
  const all = useLive(({ conflicts }) => conflicts)
  const conflicts = all.filter(({ stop_id, state }) => stop_id === stop.id && state !== 'taken')
  if (conflicts.length === 0) return null
  return (
    <section className={classes.part} aria-label={t('conflict.heading')}>
      <h3 className={classes.heading}>{t('conflict.heading')}</h3>
      {conflicts.map((conflict) => (
        <article key={conflict.id} style={{ marginBottom: 14 }}>
          <Conflict conflict={conflict} />
          <Decide stop={stop} conflict={conflict} />
        </article>
      ))}
    </section>
  )
}

function Conflict({ conflict }: { conflict: ReportConflict }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const reasonText = useReasonText()
  const { type, reason, refusal, state, decided_by, location_distance } = conflict
  const stateText = t(`conflict.state.${state}`)
  const times = { time: formats.dateTime(conflict.created_at), received: formats.clock(conflict.received_at) }
  const facts = [
    conflict.driver_label,
    conflict.route_label && t('conflict.from', { route: conflict.route_label }),
    conflict.cancel_reason && reasonText(conflict.cancel_reason),
    conflict.comments,
    location_distance !== undefined && t('report_distance', { distance: formats.distance(location_distance) }),
    conflict.device,
  ]
  return (
    <>
      <div>
        <strong>{t(`report.${type}`)}</strong> {t('conflict.when', times)}
      </div>
      <div className={details.warning}>
        <div>
          <div>{[t(`conflict.reason.${reason}`), refusal].filter(Boolean).join(' ')}</div>
          <strong>{decided_by ? t('conflict.decided', { state: stateText, name: decided_by }) : stateText}</strong>
        </div>
      </div>
      <div className={classes.dim}>{facts.filter(Boolean).join(' · ')}</div>
      <ReportPictures report={conflict} />
    </>
  )
}

const acts = {
  take: { did: 'took', state: 'taken' },
  keep: { did: 'kept', state: 'kept' },
  dismiss: { did: 'dismissed', state: 'dismissed' },
} as const satisfies Record<ConflictDecision, object>

function Decide({ stop, conflict }: { stop: Stop; conflict: ReportConflict }) {
  const { t } = useTranslation('editor')
  const mayPlan = useMayPlan()
  const { isBusy, failure, run } = useAction()
  const open = (['take', 'keep', 'dismiss'] as const).filter((decision) => acts[decision].state !== conflict.state)
  return (
    <>
      <Group gap={6} mt={6}>
        {open.map((decision) => (
          <Button
            key={decision}
            size="compact-xs"
            variant={decision === 'take' ? 'filled' : 'light'}
            loading={isBusy}
            disabled={!mayPlan}
            onClick={() =>
              void run(
                () => decideConflict(conflict, decision),
                t(`conflict.${acts[decision].did}`, { what: stopName(stop) }),
              )
            }
          >
            {t(`conflict.${decision}`)}
          </Button>
        ))}
      </Group>
      <Refusal text={failure} mt={6} />
    </>
  )
}
