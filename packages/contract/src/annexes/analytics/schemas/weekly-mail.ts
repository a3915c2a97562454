// A mail each Monday with the figures of the previous week.
import Type, { type Static } from 'typebox'
import { record } from '../../../schema.ts'
import { email, flag, id, ids, label } from '../../../schemas/fields.ts'

export const WeeklyMail = record('WeeklyMail', 'Who gets the mail of a project each Monday.', {
  people: Type.Array(
    record('WeeklyMailPerson', 'Somebody who plans or manages the project.', {
      user_id: id(),
      name: label(),
      email: email(),
      reads: flag('Whether the mail goes to this person.'),
    }),
    { description: 'All who may get it by name; for those who do not manage the project only themselves.' },
  ),
})
export type WeeklyMail = Static<typeof WeeklyMail>

export const WeeklyMailReaders = record('WeeklyMailReaders', 'Who is to get the mail, and nobody else.', {
  user_ids: ids('Of the people that are told.', 1_000),
})

export const WeeklyMailPreview = record('WeeklyMailPreview', 'The mail as it would be sent today.', {
  subject: label(),
  text: Type.String(),
  html: Type.String({ description: 'With inline styles; nothing is loaded from elsewhere.' }),
})

export const WeeklyMailEnded = record('WeeklyMailEnded', 'No more mails come to this address.', {
  off: flag(),
})
