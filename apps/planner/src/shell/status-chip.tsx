// A status as a chip: colour, shape and word together.
import type { StatusLook } from '@routewright/ui/status'
import { useTranslation } from 'react-i18next'
import classes from './status-chip.module.css'
import { StatusMark } from './status-mark.tsx'

export function StatusChip({ look }: { look: StatusLook }) {
  const { t } = useTranslation('shell')
  return (
    <span className={classes.chip} data-tone={look.tone}>
      <StatusMark look={look} />
      {t(`status.${look.word}`)}
    </span>
  )
}
