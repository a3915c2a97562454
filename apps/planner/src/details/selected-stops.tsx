// Several stops in the drawer: their sums and names.
import type { Stop } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { computeTotals, stopAddress, stopName } from '../plan/plan-data.ts'
import { Facts } from '../shell/facts.tsx'
import classes from '../shell/panel.module.css'
import { useFormats } from '../shell/session.ts'

const SHOWN = 60

export function SelectedStops({ stops }: { stops: readonly Stop[] }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const totals = computeTotals(stops)
  return (
    <>
      <header className={`${classes.part} ${classes.head}`}>
        <h2 className={classes.title}>{t('selected_stops', { count: stops.length })}</h2>
      </header>
      <section className={classes.part}>
        <Facts
          facts={[
            [t('weight'), formats.weight(totals.weight)],
            [t('volume'), formats.volume(totals.volume)],
            [t('service_time'), formats.duration(totals.serviceSeconds)],
          ]}
        />
      </section>
      <section className={classes.part}>
        {stops.slice(0, SHOWN).map((stop) => (
          <div key={stop.id} style={{ marginBottom: 8 }}>
            <div>{stopName(stop)}</div>
            <div className={classes.dim}>{stopAddress(stop)}</div>
          </div>
        ))}
        {stops.length > SHOWN && <div className={classes.dim}>{t('and_more', { count: stops.length - SHOWN })}</div>}
      </section>
    </>
  )
}
