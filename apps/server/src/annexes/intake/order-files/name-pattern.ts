// Patterns for names of files: * stands for any characters, ? for one.

/** Whether the name fits as a whole; capitals or not. Takes steps for the name times the pattern at most. */
export function fitsPattern(name: string, pattern: string): boolean {
  const [text, wanted] = [name.toLowerCase(), pattern.toLowerCase()]
  let [at, place] = [0, 0]
  // Where the last * stands, and up to where it is taken to reach.
  let [star, reach] = [-1, 0]
  while (at < text.length) {
    if (wanted[place] === '*') {
      star = place
      reach = at
      place += 1
    } else if (place < wanted.length && (wanted[place] === '?' || wanted[place] === text[at])) {
      at += 1
      place += 1
    } else if (star >= 0) {
      reach += 1
      at = reach
      place = star + 1
    } else return false
  }
  return wanted.slice(place).replaceAll('*', '') === ''
}
