// Mounts the operations on figures.

import { type App, mount, mountRead } from '../../frame/http/mount.ts'
import { sendFile, sendTable } from '../../frame/http/send-file.ts'
import { chooseLanguage, getCsvStyle } from '../../frame/platform/languages.ts'
import { getAnalytics, getAnalyticsReport, getAnalyticsTable, getPromiseScores, getSpentHours } from './analytics.ts'
import { printReport } from './analytics-report.ts'

export function mountAnalytics(app: App): void {
  mountRead(app, 'getAnalytics', (scope, { query }) => getAnalytics(scope, query))
  mountRead(app, 'getPromiseScores', (scope, { query }) => getPromiseScores(scope, query))
  mountRead(app, 'getSpentHours', (scope, { query }) => getSpentHours(scope, query))
  mount(app, 'exportAnalytics', async ({ query }, { read, reply }) => {
    if (query.format === 'pdf') {
      const report = await read((scope) => getAnalyticsReport(scope, query))
      return sendFile(
        reply,
        `${query.from_date.slice(0, 10)} ${query.to_date.slice(0, 10)}`,
        'pdf',
        printReport(report),
      )
    }
    const table = await read((scope) => getAnalyticsTable(scope, query))
    return sendTable(reply, table, query.format, getCsvStyle(chooseLanguage(query.language)))
  })
}
