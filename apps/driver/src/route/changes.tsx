// The dispatcher changed something: a banner on every screen, the exact difference, and a button to agree.
import type { DriverStop } from '@routewright/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { useFormats } from '../parts/formats.ts'
import { Icon } from '../parts/icon.tsx'
import { Sheet } from '../parts/sheet.tsx'
import type { Difference } from './differences.ts'
import { acknowledge } from './refresh.ts'
import { findPlace, stopName } from './stop-words.ts'
import type { RouteView } from './use-route.ts'

export function Changes({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { differences } = view
  const told = useRef('')
  const identity = JSON.stringify(differences.map(({ kind, ...rest }) => [kind, 'stop' in rest ? rest.stop.id : '']))
  useEffect(() => {
    if (differences.length > 0 && told.current !== identity) navigator.vibrate?.([120, 60, 120])
    told.current = identity
  }, [identity, differences.length])
  if (differences.length === 0) return null
  const agree = async () => {
    setOpen(false)
    await acknowledge(view.id)
  }
  return (
    <>
      <button type="button" className="banner changes" onClick={() => setOpen(true)} aria-live="polite">
        <Icon name="warning" />
        <span className="grow">{t('changes.banner', { count: differences.length })}</span>
        <strong>{t('changes.look')}</strong>
      </button>
      {isOpen && (
        <Sheet title={t('changes.title')} onClose={() => setOpen(false)}>
          <ul className="differences">
            {differences.map((difference) => (
              <DifferenceLine key={getKey(difference)} difference={difference} view={view} />
            ))}
          </ul>
          <Button look="main" icon="check" text={t('changes.agree')} onClick={agree} />
        </Sheet>
      )}
    </>
  )
}

function getKey(difference: Difference): string {
  return 'stop' in difference ? `${difference.kind} ${difference.stop.id}` : difference.kind
}

/** In the order as it will be; a stop that is taken away has its number in the order of now. */
function placeAfter({ kept }: RouteView, stop: DriverStop): string | undefined {
  return (kept.incoming && findPlace(kept.incoming.route, stop)) ?? findPlace(kept.route, stop)
}

function DifferenceLine({ difference, view }: { difference: Difference; view: RouteView }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const windows = (json: string) => formats.timeWindows(JSON.parse(json)) || t('changes.anyTime')
  const isHere = 'stop' in difference && view.drafts.get(difference.stop.id)?.arrived_at !== undefined
  return (
    <li>
      {'stop' in difference && <span className="number">{placeAfter(view, difference.stop)}</span>}
      <div className="grow">
        {'stop' in difference && <strong>{stopName(difference.stop)}</strong>}
        <p>{t(`changes.kind.${difference.kind}`, { place: 'place' in difference ? difference.place : '' })}</p>
        {isHere && difference.kind === 'removed' && <p className="fault">{t('changes.youAreThere')}</p>}
        {difference.kind === 'time' && (
          <p>
            <del>{windows(difference.before)}</del> → <ins>{windows(difference.after)}</ins>
          </p>
        )}
        {(difference.kind === 'address' ||
          difference.kind === 'contact' ||
          difference.kind === 'tasks' ||
          difference.kind === 'notes' ||
          difference.kind === 'payment') && (
          <p>
            {difference.before && (
              <>
                <del>{difference.before}</del> →{' '}
              </>
            )}
            <ins>{difference.after || '–'}</ins>
          </p>
        )}
        {difference.kind === 'parcels' && (
          <p>
            {difference.added.map((code) => (
              <ins key={code}>+ {code} </ins>
            ))}
            {difference.removed.map((code) => (
              <del key={code}>− {code} </del>
            ))}
          </p>
        )}
        {difference.kind === 'order' && (
          <p className="sequence">
            {difference.stops.map((stop) => findPlace(view.kept.route, stop) ?? '+').join(' → ')}
          </p>
        )}
      </div>
    </li>
  )
}
