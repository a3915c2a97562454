// The right actions for each exception: for its stop, for the driver of its route, or for what nobody drives yet.
import type { BareRoute as Route } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { routeName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { Sections } from '../shell/sections.tsx'
import { CallDriver, HandOver } from './driver-remedies.tsx'
import { type Exception, listSources } from './exceptions.ts'
import { useNoted } from './noted.ts'
import { Remedy, RemedyList } from './remedy.tsx'
import { AttemptedRemedies, FailedRemedies, FarRemedies, LateRemedies, LookOnMap } from './stop-remedies.tsx'

export function Remedies({ exception }: { exception: Exclude<Exception, { kind: 'conflict' }> }) {
  switch (exception.kind) {
    case 'no_gps':
      return <SilentRemedies route={exception.route} />
    case 'not_started':
      return <NotStartedRemedies route={exception.route} />
    case 'not_told':
      return <NotToldRemedies route={exception.route} />
    case 'problem':
      return <ProblemRemedies exception={exception} />
    case 'failed':
      return <FailedRemedies stop={exception.stop} sources={listSources(exception)} />
    case 'far':
      return <FarRemedies stop={exception.stop} sources={listSources(exception)} />
    case 'attempted':
      return <AttemptedRemedies stop={exception.stop} />
    case 'late':
      return <LateRemedies stop={exception.stop} stops={exception.stops} />
    case 'unreachable':
      return null
    case 'unassigned':
      return <UnassignedRemedies />
    case 'off_order':
      return (
        <RemedyList>
          <LookOnMap stop={exception.stop} />
          <Sections at="route.write" route={exception.route} />
          <CallDriver route={exception.route} />
        </RemedyList>
      )
  }
}

/** A silent phone may only have no signal: it is asked first, then its driver. */
function SilentRemedies({ route }: { route: Route }) {
  return (
    <RemedyList>
      <Sections at="route.ask" route={route} />
      <CallDriver route={route} />
      <HandOver route={route} />
      <Sections at="route.write" route={route} />
    </RemedyList>
  )
}

function NotStartedRemedies({ route }: { route: Route }) {
  return (
    <RemedyList>
      <CallDriver route={route} />
      <HandOver route={route} />
      <Sections at="route.ask" route={route} />
      <Sections at="route.write" route={route} />
    </RemedyList>
  )
}

/** The driver who is to take goods over has to hear of it. */
function NotToldRemedies({ route }: { route: Route }) {
  const { t } = useTranslation(['live', 'editor'])
  return (
    <RemedyList>
      <Remedy
        label={t('editor:dispatch')}
        told={t('tells_driver', { route: routeName(route) })}
        act={async () => useSelection.getState().show('dispatch')}
      />
      <CallDriver route={route} />
      <Sections at="route.write" route={route} />
    </RemedyList>
  )
}

/** A van that cannot go on is handed over; of anything else its driver can tell more. */
function ProblemRemedies({ exception: { note, route } }: { exception: Extract<Exception, { kind: 'problem' }> }) {
  const { t } = useTranslation(['live', 'editor'])
  const isDown = note.category === 'breakdown' || note.category === 'accident'
  return (
    <RemedyList>
      {isDown && <HandOver route={route} />}
      <CallDriver route={route} />
      <Sections at="route.write" route={route} />
      <Remedy label={t('put_aside')} act={async () => useNoted.getState().putAside([note.id])} />
      {!isDown && <HandOver route={route} />}
    </RemedyList>
  )
}

/** Where they fit best is shown before it is done. */
function UnassignedRemedies() {
  const { t } = useTranslation('live')
  const actions = useStopActions()
  const { unassigned } = usePlanData()
  return (
    <RemedyList>
      <Remedy label={t('insert_all')} told={t('told_after')} act={async () => actions.insert(unassigned)} />
      <Remedy isForAll label={t('remedy.look')} act={async () => useSelection.getState().select(unassigned)} />
    </RemedyList>
  )
}
