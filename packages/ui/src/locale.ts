// How a reader's region writes times and numbers, whatever language the words are in.

/**
 * The language with the region of who reads, BCP 47: the region of the language that the browser prefers most, else of the first
 * wish for this language that has one. So `en` is `en-GB` in Britain, with 24 hours, and `en-DE` on a German phone that shows English.
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

/** Undefined for what is no language; a browser may be given anything. */
function readLocale(text: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(text)
  } catch {
    return undefined
  }
}
