// Reads blocks of shell as far as documents need it: which commands stand in them, each as its words.

/**
 * Returns the words of every command of a block, including those after | && ; and in a $(…) outside quotes. Quotes are removed;
 * variables stay.
 */
export function listCommands(text: string): string[][] {
  const commands: string[][] = [[]]
  let word: string | undefined
  let quote = ''
  const endWord = () => {
    if (word !== undefined) commands.at(-1)!.push(word)
    word = undefined
  }
  const endCommand = () => {
    endWord()
    commands.push([])
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!
    const two = text.slice(at, at + 2)
    if (quote === '' && two === '$(') {
      endCommand()
      at += 1
    } else if (quote !== '') {
      if (sign === quote) quote = ''
      else word += sign
    } else if (two === '\\\n') at += 1
    else if (sign === '\\') {
      at += 1
      word = (word ?? '') + text[at]
    } else if (sign === '"' || sign === "'") {
      quote = sign
      word ??= ''
    } else if (sign === '#' && word === undefined) {
      at = text.indexOf('\n', at) - 1
      if (at < 0) break
    } else if ('\n|;&)'.includes(sign)) endCommand()
    else if (sign === ' ') endWord()
    else word = (word ?? '') + sign
  }
  endWord()
  return commands.filter((words) => words.length > 0)
}

/** Without what stands before a program: assignments, sudo with its options. */
export function withoutPrefix(words: readonly string[]): string[] {
  const rest = [...words]
  while (/^[A-Z][A-Z0-9_]*=/.test(rest[0] ?? '') || rest[0] === 'sudo' || rest[0] === 'export') rest.shift()
  return rest
}
