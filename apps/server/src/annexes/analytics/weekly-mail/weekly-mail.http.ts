// Mounts the operations of the mail each Monday.
import { type App, mount, mountChange, mountRead } from '../../../frame/http/mount.ts'
import { keepPage, sendPage } from '../../../frame/http/page.ts'
import { chooseReaders, endByToken, getReaders, previewMail } from './weekly-mail.ts'
import { weeklyMailPage } from './weekly-mail-page.ts'

export function mountWeeklyMail(app: App): void {
  mountRead(app, 'getWeeklyMail', (scope, { params }) => getReaders(scope, params.project_id))
  mountChange(app, 'setWeeklyMail', (scope, { params, body }) => chooseReaders(scope, params.project_id, body.user_ids))
  mountRead(app, 'previewWeeklyMail', (scope, { params }) => previewMail(scope, params.project_id))
  const page = keepPage(weeklyMailPage)
  mount(app, 'getWeeklyMailPage', async (_, { request, reply }) => sendPage(request, reply, page))
  // Mail programs send a form; everywhere else a body is JSON, so this call has a parser of its own.
  app.register(async (own: App) => {
    own.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => undefined)
    mount(own, 'endWeeklyMail', async ({ params }, { services }) => {
      await endByToken(services, params.weekly_token)
      return { off: true }
    })
  })
}
