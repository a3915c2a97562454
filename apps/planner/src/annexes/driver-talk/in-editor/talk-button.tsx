// On the card of a route: opens the messages with its driver.
import { ActionIcon, Indicator } from '@mantine/core'
import type { BareRoute as Route } from '@routewright/contract'
import { IconMessage2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { routeName } from '../../../plan/plan-data.ts'
import { usePlanData } from '../../../plan/plan-store.ts'
import { useSelection } from '../../../plan/selection.ts'
import { useConversationsOfPlan } from '../talk.ts'

/** Opens the messages with the driver, and says how many of theirs nobody has read. */
export default function TalkButton({ route }: { route: Route }) {
  const { t } = useTranslation('talk')
  const { plan } = usePlanData()
  const unread = useConversationsOfPlan(plan)?.get(route.id)?.unread ?? 0
  const name = routeName(route)
  return (
    <Indicator label={unread} size={15} disabled={unread === 0} color="red" offset={3}>
      <ActionIcon
        size="sm"
        aria-label={unread > 0 ? t('unread_from', { count: unread, name }) : t('with', { name })}
        onClick={() => useSelection.getState().openTalk(route.id)}
      >
        <IconMessage2 size={17} />
      </ActionIcon>
    </Indicator>
  )
}
