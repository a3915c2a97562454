// New passwords that are tried first: common ones, also with digits and signs around them, and words about their owner.

/** Words that any installation of this service has in common. */
const OURS = ['routewright', 'dispatch', 'delivery']
/** Shorter ones stand in too many good passwords. */
const SHORTEST_WORD = 4
/** Letters and digits that have to be left without those words, and different ones that there have to be at all. */
const FEWEST_LEFT = 6
const FEWEST_DIFFERENT = 5

/**
 * Whether it is easily guessed. `about` are texts about the owner: address, name, organization. The list is that of zxcvbn-ts, some
 * 49,000 passwords of published breaches, the commonest first; passwords leave this process for no check.
 */
export async function isEasilyGuessed(password: string, about: readonly string[]): Promise<boolean> {
  const folded = password.normalize('NFKC').toLowerCase()
  if (new Set(folded).size < FEWEST_DIFFERENT) return true
  const common = await loadCommon()
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  if (common.has(folded) || common.has(core)) return true
  const known = [...OURS, ...about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u))]
  const words = known.filter((word) => word.length >= SHORTEST_WORD)
  const left = words.reduce((text, word) => text.replaceAll(word, ''), folded)
  return left !== folded && left.replace(/[^\p{L}\d]/gu, '').length < FEWEST_LEFT
}

/** Loaded with the first new password, and put in order for each: that takes some milliseconds, and happens seldom. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
