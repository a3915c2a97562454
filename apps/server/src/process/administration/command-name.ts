// How the command line is called where this process runs.

/** Returns `routewright <words>`; in a clone it is run by npm, while a container and a system service have it by itself. */
export function nameCommand(words: string): string {
  return `${process.env.npm_lifecycle_event ? 'npm run --silent routewright --' : 'routewright'} ${words}`
}
