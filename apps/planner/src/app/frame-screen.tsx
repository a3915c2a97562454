// The frame around the screens for people who are signed in: not loaded with the sign-in page.
import '../kit-screens.css'
import { lazy, Suspense, useState } from 'react'
import { type DialogOfAnnex, useAnnexes } from '../shell/annex.ts'
import { Frame } from '../shell/frame.tsx'
import { useIsSupervisor, useMayManage } from '../shell/session.ts'

const MyStopsPage = lazy(() =>
  import('../supervisor/my-stops-page.tsx').then(({ MyStopsPage: page }) => ({ default: page })),
)

const StartPage = lazy(() => import('../start/start-page.tsx').then(({ StartPage: page }) => ({ default: page })))

/** Supervisors have one screen; everybody else has them all. Without a project there is its start, for who may begin one. */
export function FrameScreen() {
  const mayManage = useMayManage()
  const dialogs = useAnnexes().flatMap(({ dialogs: own = [] }) => own)
  if (useIsSupervisor()) return <Frame only={<MyStopsPage />} />
  return (
    <>
      <Frame withoutProject={mayManage && <StartPage />} />
      {dialogs.map((dialog, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the annexes and their order never change
        <DialogSlot key={index} {...dialog} />
      ))}
    </>
  )
}

/** The dialog is loaded when somebody first asks. */
function DialogSlot({ useIsOpen, load }: DialogOfAnnex) {
  const [Dialog] = useState(() => lazy(load))
  return useIsOpen() ? (
    <Suspense>
      <Dialog />
    </Suspense>
  ) : null
}
