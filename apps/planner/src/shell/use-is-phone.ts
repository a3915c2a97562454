// Whether the screen is as narrow as a phone, where the rail is a bar at the foot.
import { useMediaQuery } from '@mantine/hooks'

/** The same width as in frame.module.css. */
const PHONE = '(max-width: 640px)'

export function useIsPhone(): boolean {
  return useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
}
