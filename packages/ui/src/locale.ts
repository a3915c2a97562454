// Formats times and numbers by the reader's region, whatever the language of the texts.

/**
 * The language with the reader's region, BCP 47: the region of the browser's most preferred language, otherwise of its first entry for this
 * language that has one. So `en` is `en-GB` in Britain, with 24 hours, and `en-DE` on a German phone that shows English.
 */
export function withRegion(language: string, preferred: readonly string[] = readPreferred()): string {
  const wishes = preferred.map(readLocale).filter((wish) => wish !== undefined)
  const [first] = wishes
  const own = wishes.find((wish) => wish.language === language && wish.region)
  const region = first?.region ?? own?.region
  return region ? `${language}-${region}` : language
}

function readPreferred(): readonly string[] {
  return globalThis.navigator?.languages ?? []
}

/** Undefined for an invalid language; browsers may contain anything. */
function readLocale(text: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(text)
  } catch {
    return undefined
  }
}
