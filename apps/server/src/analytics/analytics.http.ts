// Mounts the operations on figures.

import { type App, mount, mountRead } from '../http/mount.ts'
import { sendTable } from '../http/send-file.ts'
import { chooseLanguage, csvStyleOf } from '../platform/languages.ts'
import { getAnalytics, getAnalyticsTable } from './analytics.ts'

export function mountAnalytics(app: App): void {
  mountRead(app, 'getAnalytics', (scope, { query }) => getAnalytics(scope, query))
  mount(app, 'exportAnalytics', async ({ query }, { read, reply }) => {
    const table = await read((scope) => getAnalyticsTable(scope, query))
    return sendTable(reply, table, query.format, csvStyleOf(chooseLanguage(query.language)))
  })
}
