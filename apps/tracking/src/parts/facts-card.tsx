// The delivery and who brings it, as far as the sender shows it; empty once it is over.
import type { PartProps } from './part-props.ts'

export function FactsCard({ view, say }: PartProps) {
  const { parcels, parcel_codes: codes = [], contents, driver_name: driver } = view
  if (view.status !== 'pending') return null
  if (parcels === undefined && contents === undefined && driver === undefined) return null
  return (
    <section class="card facts">
      <dl>
        {(contents !== undefined || parcels !== undefined) && (
          <div>
            <dt>{say('contents')}</dt>
            {contents !== undefined && <dd class="lines">{contents}</dd>}
            {parcels !== undefined && <dd>{parcels === 1 ? say('oneParcel') : say('parcels', { count: parcels })}</dd>}
            {codes.length > 0 && <dd class="dim">{codes.join(', ')}</dd>}
          </div>
        )}
        {driver !== undefined && (
          <div>
            <dt>{say('driver')}</dt>
            <dd>{driver}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
