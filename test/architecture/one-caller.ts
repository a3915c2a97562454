// One caller: applications name declared operations and never write an address of ours, and one file sends requests.

import { isSource, type RepositoryFile } from './source-files.ts'

/** An interface path at the beginning of a text or after its method: '/v2/plans', `/app/v1/plan/${id}`, 'GET /map/style.json'. */
const OWN_PATH = /(['"`])(?:(?:GET|POST|PUT|PATCH|DELETE) )?\/(?:v[23]|app\/v1|driver\/v1|track\/v1|map|d|t|i)(?:\/|\1)/
const SENDS =
  /(?<![\w.])(?:(?:globalThis|window|self)\.)?(?:fetch[()]|new (?:EventSource|XMLHttpRequest|WebSocket)\(|navigator\.sendBeacon\()/

/** The one file that sends requests, and the few that ask for something else than an operation. */
const SENDERS: Record<string, string> = {
  'packages/client/src/exchange.ts': 'the one caller',
  'packages/client/src/app-exchange.ts': 'opens streams at the addresses of operations',
  'packages/ui/src/map.ts': 'reads the map style of a foreign provider',
  'apps/driver/src/service-worker.ts': 'answers the requests of the page from what it keeps',
  'apps/driver/src/outbox/watched-fetch.ts': 'sends what exchange.ts built, and sees whether it moves',
  'apps/tracking/src/offline-worker.ts': 'passes the page on, and answers where there is no connection',
  'apps/driver/src/route/refresh.ts': 'has the worker keep pictures, at the addresses that the service gave',
}

/** One sentence for every line that breaks a rule. */
export function listCallerBreaches(files: readonly RepositoryFile[]): string[] {
  return files.filter(isWatched).flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      if (/^\s*(\/\/|\/?\*)/.test(line)) return []
      const place = `${path}:${index + 1}`
      return [
        ...(OWN_PATH.test(line) ? [`${place} writes an address of ours: name the operation`] : []),
        ...(SENDS.test(line) && !SENDERS[path]
          ? [`${place} sends a request: packages/client/src/exchange.ts does`]
          : []),
      ]
    }),
  )
}

/** Returns whether the file runs in browsers: in an application or a package that they share. */
function isWatched(file: RepositoryFile): boolean {
  const isInside = /^(apps\/(planner|driver|tracking)|packages\/(client|ui))\/src\//.test(file.path)
  return isInside && isSource(file) && !file.path.endsWith('.test.ts')
}

/** Names of senders that are gone: the list must not outlive its files. */
export function listForgottenSenders(files: readonly RepositoryFile[]): string[] {
  const sending = new Set(files.filter(({ text }) => SENDS.test(text)).map(({ path }) => path))
  return Object.keys(SENDERS).filter((path) => !sending.has(path))
}
