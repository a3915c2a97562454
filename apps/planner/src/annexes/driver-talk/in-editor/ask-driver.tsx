// Remedy: asks a driver for a sign of life.
import type { BareRoute as Route } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import classes from '../../../live/live-panel.module.css'
import { Remedy } from '../../../live/remedy.tsx'
import { routeName } from '../../../plan/plan-data.ts'
import { Refusal } from '../../../shell/states.tsx'
import { useAction } from '../../../shell/use-action.ts'
import { sendPing, usePingText } from '../ping.tsx'

/** How the question stands is told where it was asked. */
export default function AskDriver({ route }: { route: Route }) {
  const { t } = useTranslation(['live', 'talk'])
  const { failure, run } = useAction()
  const state = usePingText(route)
  return (
    <div>
      <Remedy
        label={t('talk:ask_for_sign')}
        effect={t('remedy.ping_effect')}
        told={t('tells_driver', { route: routeName(route) })}
        act={() => run(() => sendPing(route.id))}
      />
      {state && (
        <p className={classes.ping} role="status">
          {state}
        </p>
      )}
      <Refusal text={failure} />
    </div>
  )
}
