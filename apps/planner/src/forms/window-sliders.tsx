// Windows as bars of the day that are dragged, below the text that says the same.
import { RangeSlider, Stack } from '@mantine/core'
import { parseWindows, type Window } from '@routewright/reading/windows'
import { windowsText } from '@routewright/reading/written-times'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../shell/session.ts'
import { apart, STEP_SECONDS, toTheEnd } from './window-bars.ts'

const DAY_SECONDS = 86_400
/** More of them are easier written. */
const mostBars = 3

interface WindowSlidersProps {
  value: string
  onChange(value: string): void
}

/** One bar for each window; the whole day where none is written; nothing while what is written cannot be read. */
export function WindowSliders({ value, onChange }: WindowSlidersProps) {
  const { t } = useTranslation('records')
  const formats = useFormats()
  const written = parseWindows(value)
  if (!written || written.length > mostBars) return null
  const windows: Window[] = written.length > 0 ? written : [[0, DAY_SECONDS]]
  const latest = Math.max(DAY_SECONDS, ...windows.map(([, to]) => to))
  const write = (index: number, next: Window) => onChange(windowsText(windows.with(index, apart(windows, index, next))))
  return (
    <Stack gap={8} mt={6} px={8}>
      {windows.map((window, index) => (
        <RangeSlider
          // biome-ignore lint/suspicious/noArrayIndexKey: windows have no identity but their place
          key={index}
          size="xs"
          thumbSize={16}
          min={0}
          max={latest}
          step={STEP_SECONDS}
          minRange={STEP_SECONDS}
          color={written.length > 0 ? 'blue' : 'gray'}
          label={formats.timeOfDay}
          thumbFromLabel={t('earliest')}
          thumbToLabel={t('latest')}
          value={window}
          onChange={(next) => write(index, next)}
          onKeyDown={(event) => {
            if (event.key !== 'Home' && event.key !== 'End') return
            event.preventDefault()
            const side = (event.target as Element).getAttribute('aria-label') === t('earliest') ? 0 : 1
            write(index, toTheEnd(window, side, event.key, latest))
          }}
        />
      ))}
    </Stack>
  )
}
