// What stands around the screens of somebody who is signed in: not loaded with the sign-in page.
import '../kit-screens.css'
import { lazy } from 'react'
import { Frame } from '../shell/frame.tsx'
import { useIsSupervisor } from '../shell/session.ts'
import { SearchSlot } from './search-slot.tsx'

const MyStopsPage = lazy(() =>
  import('../supervisor/my-stops-page.tsx').then(({ MyStopsPage: page }) => ({ default: page })),
)

/** Supervisors have one screen; everybody else has them all. */
export function FrameScreen() {
  if (useIsSupervisor()) return <Frame only={<MyStopsPage />} />
  return (
    <>
      <Frame />
      <SearchSlot />
    </>
  )
}
