// Peculiarities of a stop, as small icons at the end of its row.
import { Tooltip } from '@mantine/core'
import type { Stop } from '@routewright/contract'
import { stopLook } from '@routewright/ui/status'
import { IconAlertTriangle, IconClock, IconMapPinOff, IconPackage, IconPhoneOff, IconPinned } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { hasPlace, isOpen } from '../plan/plan-data.ts'
import { usePlanStore } from '../plan/plan-store.ts'
import { warningText } from '../plan/warnings.ts'
import { useFormats } from '../shell/session.ts'
import { StatusMark } from '../shell/status-mark.tsx'
import classes from './stop-list.module.css'

export function StopIcons({ stop }: { stop: Stop }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const pin = usePlanStore((state) => state.editor?.pins.find(({ stop_id }) => stop_id === stop.id)?.pin)
  const windows = formats.timeWindows(stop.time_windows)
  const warnings = stop.optimization_warnings.map((warning) => warningText(warning, t))
  return (
    <span className={classes.icons}>
      {stop.time_windows.length > 0 && (
        <Tooltip label={windows}>
          <IconClock size={14} aria-label={windows} />
        </Tooltip>
      )}
      {stop.packages.length > 1 && (
        <span className={classes.count}>
          <IconPackage size={14} />
          {formats.number(stop.packages.length)}
        </span>
      )}
      {pin && <IconPinned size={14} aria-label={t(`pinned_${pin}`)} />}
      {!hasPlace(stop) && (
        <Tooltip label={t('no_place')}>
          <IconMapPinOff size={15} className={classes.alert} aria-label={t('no_place')} />
        </Tooltip>
      )}
      {stop.phone_doubt && (
        <Tooltip label={t(`shell:phone_number.${stop.phone_doubt}`)} multiline maw={320}>
          <IconPhoneOff size={15} className={classes.alert} aria-label={t(`shell:phone_number.${stop.phone_doubt}`)} />
        </Tooltip>
      )}
      {warnings.length > 0 && hasPlace(stop) && (
        <Tooltip label={warnings.join(' · ')} multiline maw={320}>
          <IconAlertTriangle size={15} className={classes.alert} aria-label={warnings.join(', ')} />
        </Tooltip>
      )}
      {!isOpen(stop) && <StatusMark look={stopLook(stop.status)} />}
    </span>
  )
}
