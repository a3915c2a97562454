// Messages of the scripts to people; always on stderr, so that stdout stays for results.

const startedMs = Date.now()

/** One line of progress with the seconds since the script began. */
export function say(text) {
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
  process.stderr.write(`[${seconds.padStart(5)} s] ${text}\n`)
}

/** Ends the script with a message a person can act on. */
export function fail(text, code = 1) {
  process.stderr.write(`\n${text}\n`)
  process.exit(code)
}
