// Countries by their names in the languages of neighbouring countries, from the runtime's data.

import { foldKey } from '../names/fold.ts'

const LANGUAGES = ['en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'cs', 'sv', 'da']
let codeOfName: Map<string, string> | undefined

/** Two-letter code of a country by its folded name or code, or undefined. */
export function findCountry(name: string): string | undefined {
  codeOfName ??= listCountries()
  return codeOfName.get(name)
}

function listCountries(): Map<string, string> {
  const codes = new Map<string, string>()
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const first of letters) {
      for (const second of letters) {
        const code = first + second
        const name = names.of(code)
        if (name === undefined) continue
        // The runtime also knows former codes (FX is France): use the current one.
        const present = new Intl.Locale(`und-${code}`).region!
        codes.set(foldKey(name), present)
        codes.set(code.toLowerCase(), present)
      }
    }
  }
  codes.set('usa', 'US')
  codes.set('fl', 'LI')
  return codes
}
