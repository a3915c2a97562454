// A driver's report that contradicts what the service knows: what was reported, why it does not count, and what to do with it.
import type { ConflictDecision, ReportConflict, Stop } from '@routewright/contract'
import { IconGitCompare } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { stopName } from '../plan/plan-data.ts'
import { decideConflict } from '../plan/report-edits.ts'
import { useSelection } from '../plan/selection.ts'
import { useReasonText } from '../shell/reason-text.ts'
import { useFormats } from '../shell/session.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import classes from './live-panel.module.css'
import { Remedy, RemedyList } from './remedy.tsx'
import { Photos } from './stop-feed.tsx'

interface Props {
  conflict: ReportConflict
  /** Undefined where it has left the plan. */
  stop: Stop | undefined
}

export function ConflictRow({ conflict, stop }: Props) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const reasonText = useReasonText()
  const { type, cancel_reason, comments, created_at, received_at, reason, route_label, driver_label } = conflict
  const times = { time: formats.clock(created_at), received: formats.clock(received_at) }
  const reported = [t(`report.${type}`), cancel_reason && reasonText(cancel_reason), t('conflict.when', times)]
  return (
    <>
      <button type="button" className={classes.main} onClick={() => stop && useSelection.getState().select([stop.id])}>
        <span className={classes.icon}>
          <IconGitCompare size={18} />
        </span>
        <span className={classes.words}>
          <strong>{t(writeTitle(reason))}</strong>
          <span>{[getName(conflict, stop), driver_label, route_label].filter(Boolean).join(' · ')}</span>
          <span>{reported.filter(Boolean).join(' · ')}</span>
          <span>{t(`conflict.reason.${reason}`)}</span>
          {comments && <span>{comments}</span>}
        </span>
      </button>
      <Photos report={conflict} />
      <Decisions conflict={conflict} stop={stop} />
    </>
  )
}

/** A correction contradicts nothing that others said. */
function writeTitle(reason: ReportConflict['reason']): string {
  return reason === 'amended' || reason === 'taken_back' ? `conflict.title_${reason}` : 'conflict.title'
}

function getName({ stop_label }: ReportConflict, stop: Stop | undefined): string {
  return stop ? stopName(stop) : (stop_label ?? '')
}

function computeEffect(decision: ConflictDecision, reason: ReportConflict['reason']): string {
  const isAmending = decision === 'take' && (reason === 'amended' || reason === 'taken_back')
  return isAmending ? `conflict.take_effect_${reason}` : `conflict.${decision}_effect`
}

const acts = { take: 'took', keep: 'kept', dismiss: 'dismissed' } as const satisfies Record<ConflictDecision, string>

function Decisions({ conflict, stop }: Props) {
  const { t } = useTranslation('editor')
  const { failure, run } = useAction()
  return (
    <>
      <RemedyList>
        {(['take', 'keep', 'dismiss'] as const).map((decision) => (
          <Remedy
            key={decision}
            label={t(`conflict.${decision}`)}
            effect={t(computeEffect(decision, conflict.reason))}
            act={() =>
              run(
                () => decideConflict(conflict, decision),
                t(`conflict.${acts[decision]}`, { what: getName(conflict, stop) }),
              )
            }
          />
        ))}
      </RemedyList>
      <Refusal text={failure} mt={6} />
    </>
  )
}
