// What the tags of one element say of an address.

import type { Tags } from '../pbf/primitive-block.ts'

/** Empty texts where the tags say nothing. */
export interface SaidAddress {
  /** One building may carry several: `76, 76a` and `68a;68b`. */
  numbers: string
  street: string
  /** Stands for the street where nothing else names one. */
  hamlet: string
  city: string
  postcode: string
  country: string
}

/** Undefined where the tags name no house. */
export function readSaidAddress(tags: Tags): SaidAddress | undefined {
  const numbers = tags.get('addr:housenumber') ?? tags.get('addr:conscriptionnumber')
  if (numbers === undefined) return undefined
  const said = (...keys: string[]) => {
    for (const key of keys) {
      const value = tags.get(`addr:${key}`)
      if (value !== undefined) return value.trim()
    }
    return ''
  }
  return {
    numbers,
    street: said('street', 'place'),
    hamlet: said('hamlet'),
    city: said('city', 'town', 'village'),
    postcode: said('postcode'),
    country: said('country').toUpperCase(),
  }
}

/** The house numbers of an element, each by itself. */
export function listNumbers(numbers: string): string[] {
  const texts = numbers.split(/[;,]/).map((number) => number.trim())
  return texts.filter((text) => text !== '' && text.length <= 20)
}
