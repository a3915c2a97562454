// The proof afterwards: the photos and the signature that the sender shows.
import { useState } from 'preact/hooks'
import type { PartProps } from './part-props.ts'

export function Proof({ view, say }: PartProps) {
  const { images = [], signature, status } = view
  const alt = say(status === 'completed' ? 'photo' : 'attemptPhoto')
  if (images.length === 0 && !signature) return null
  return (
    <section class="card proof">
      <h2>{say('proof')}</h2>
      <div class="pictures">
        {images.map(({ id, url }) => (
          <Picture key={id} url={url} alt={alt} failed={say('photoFailed')} />
        ))}
      </div>
      {signature && (
        <figure class="signature">
          <Picture url={signature.url} alt={say('signature')} failed={say('photoFailed')} />
          <figcaption>{say('signature')}</figcaption>
        </figure>
      )}
    </section>
  )
}

function Picture({ url, alt, failed }: { url: string; alt: string; failed: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <p class="dim">{failed}</p>
  return <img src={url} alt={alt} loading="lazy" onError={() => setBroken(true)} />
}
