// The page that somebody wanted to open before signing in: one of the planner, whatever the address says.

/** Returns the path in the router's form; the first page for anything else. */
export function getPage(to: string | undefined): string {
  const path = (to ?? '').replace(/^\/planner(?=\/|$)/, '')
  return /^\/(?![/\\])[^\\\s]*$/.test(path) ? path : '/'
}
