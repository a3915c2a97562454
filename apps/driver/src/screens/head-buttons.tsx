// Leads to the messages with the dispatcher, with the number of unread ones, and to the menu.
import { useTranslation } from 'react-i18next'
import { RoundButton } from '../parts/button.tsx'
import { show } from '../parts/screens.ts'
import type { RouteView } from '../route/use-route.ts'
import { MenuButton } from './menu-button.tsx'

/** At the head of the screens from which everything begins. */
export function HeadButtons({ view }: { view: RouteView }) {
  return (
    <>
      <TalkButton view={view} />
      <MenuButton />
    </>
  )
}

function TalkButton({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const { length: count } = view.conversation.unread
  const label = count > 0 ? t('talk.unread', { count }) : t('talk.title')
  return (
    <span className="badged" data-count={count > 0 ? count : undefined}>
      <RoundButton icon="message" label={label} onClick={() => show('talk')} />
    </span>
  )
}
