// Whom to ask.

import { Icon } from './icons.tsx'
import type { PartProps } from './part-props.ts'

export function ContactCard({ view, say }: PartProps) {
  const { name = '', phone, email, website } = view.brand
  if (!phone && !email && !website) return null
  return (
    <section class="card contact">
      <h2>{say('contact', { company: name })}</h2>
      <div class="row">
        {phone && (
          <a class="button primary" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
            <Icon name="phone" />
            {say('call')}
          </a>
        )}
        {email && (
          <a class="button" href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>
            <Icon name="mail" />
            {say('message')}
          </a>
        )}
        {website && (
          <a class="button" href={website} rel="noopener noreferrer" target="_blank">
            <Icon name="globe" />
            {say('website')}
          </a>
        )}
      </div>
    </section>
  )
}
