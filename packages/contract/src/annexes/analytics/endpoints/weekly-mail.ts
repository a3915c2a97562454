// The weekly mail of figures: its readers, its preview, and unsubscribing without signing in.

import { defineEndpoints, get, getFile, post, put } from '../../../endpoints/endpoint.ts'
import { WeeklyMail, WeeklyMailEnded, WeeklyMailPreview, WeeklyMailReaders } from '../schemas/weekly-mail.ts'

export const weeklyMailEndpoints = defineEndpoints(
  { tag: 'Analytics', auth: 'session', visibility: 'internal', isStable: true },
  {
    getWeeklyMail: get(
      '/app/v1/project/{project_id}/weekly_mail',
      'Who gets the mail of figures each Monday',
      WeeklyMail,
    ),
    setWeeklyMail: put(
      '/app/v1/project/{project_id}/weekly_mail',
      'Choose who gets the mail of figures each Monday',
      WeeklyMail,
      {
        description:
          'It comes at seven in the morning of the project, the first one on the next Monday. Who does not manage the project chooses for himself only.',
        body: WeeklyMailReaders,
        errors: ['highway.user.error.forbidden'],
      },
    ),
    previewWeeklyMail: get(
      '/app/v1/project/{project_id}/weekly_mail/preview',
      'The mail of figures about last week',
      WeeklyMailPreview,
      { description: 'In the language of the caller. Nothing is sent.' },
    ),
  },
)

export const weeklyMailPageEndpoints = defineEndpoints(
  { tag: 'Analytics', auth: 'none', visibility: 'internal' },
  {
    getWeeklyMailPage: getFile(
      '/app/v1/weekly_mail/{weekly_token}',
      'The page that ends the mails to one reader',
      'text/html',
      { description: 'Opening it changes nothing, because mail scanners open every link.' },
    ),
    endWeeklyMail: post(
      '/app/v1/weekly_mail/{weekly_token}/end',
      'End the mails to one reader, as mail programs do it (RFC 8058)',
      WeeklyMailEnded,
    ),
  },
)
