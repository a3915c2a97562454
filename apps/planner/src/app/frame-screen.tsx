// What stands around the screens of somebody who is signed in: not loaded with the sign-in page.
import '../kit-screens.css'
import { lazy, Suspense } from 'react'
import { Frame } from '../shell/frame.tsx'
import { useIsSupervisor, useMayManage } from '../shell/session.ts'
import { useSlotQuestion } from '../slots/slot-question.ts'
import { SearchSlot } from './search-slot.tsx'

const MyStopsPage = lazy(() =>
  import('../supervisor/my-stops-page.tsx').then(({ MyStopsPage: page }) => ({ default: page })),
)

const TalkBell = lazy(() => import('../talk/talk-bell.tsx').then(({ TalkBell: bell }) => ({ default: bell })))

const WhenDialog = lazy(() =>
  import('../slots/when-dialog.tsx').then(({ WhenDialog: dialog }) => ({ default: dialog })),
)

const StartPage = lazy(() => import('../start/start-page.tsx').then(({ StartPage: page }) => ({ default: page })))

/** Supervisors have one screen; everybody else has them all. Without a project there is its start, for who may begin one. */
export function FrameScreen() {
  const mayManage = useMayManage()
  if (useIsSupervisor()) return <Frame only={<MyStopsPage />} />
  return (
    <>
      <Frame withoutProject={mayManage && <StartPage />} talk={<TalkBell />} />
      <SearchSlot />
      <WhenSlot />
    </>
  )
}

/** The dialog is loaded when somebody first asks. */
function WhenSlot() {
  return useSlotQuestion(({ subject }) => subject !== undefined) ? (
    <Suspense>
      <WhenDialog />
    </Suspense>
  ) : null
}
