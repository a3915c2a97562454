// English.
import type { MessageWords } from './message-words.ts'

export const en: MessageWords = {
  kinds: {
    planned: {
      subject: '{{company}}: {{what}} on {{date}}',
      email: `Hello {{recipient}},

{{what}} is planned for {{date}}, between {{from}} and {{to}}.

Address: {{address}}
Handover code: {{pin}}

{{link}}

On this page you can follow it, leave a word for the driver or correct the address.

Any questions? Call {{phone}}.`,
      sms: '{{company}}: {{what}} is planned for {{date}}, {{from}}-{{to}}. Follow it here: {{link}}',
    },
    started: {
      subject: '{{company}}: the driver is on the way',
      email: `Hello {{recipient}},

the driver has set off. We expect to be with you today between {{from}} and {{to}}.

Handover code: {{pin}}

{{link}}

The page always shows the latest time.`,
      sms: '{{company}}: the driver is on the way and will be with you between {{from}} and {{to}}. {{link}}',
    },
    approaching: {
      subject: '{{company}}: almost with you',
      email: `Hello {{recipient}},

the driver will be with you in about {{minutes}} minutes.

Handover code: {{pin}}

{{link}}`,
      sms: '{{company}}: the driver will be with you in about {{minutes}} minutes. {{link}}',
    },
    delayed: {
      subject: '{{company}}: a new time for today',
      email: `Hello {{recipient}},

the time has changed: we now expect to be with you between {{from}} and {{to}}. We are sorry for the inconvenience.

{{link}}

Any questions? Call {{phone}}.`,
      sms: '{{company}}: the time has changed. We now expect to be with you between {{from}} and {{to}}. {{link}}',
    },
    completed: {
      subject: '{{company}}: done at {{time}}',
      email: `Hello {{recipient}},

{{what}} was completed at {{time}}.

{{link}}

The page shows the proof, and takes a word on how it was. Thank you!`,
      sms: '{{company}}: {{what}} was completed at {{time}}. Details: {{link}}',
    },
    failed: {
      subject: '{{company}}: it did not work out today',
      email: `Hello {{recipient}},

{{what}} could not be completed at {{time}}.

Reason: {{reason}}

{{next_step}}

{{link}}

Any questions? Call {{phone}}.`,
      sms: '{{company}}: {{what}} could not be completed. What happens next: {{link}}',
    },
    canceled: {
      subject: '{{company}}: {{what}} on {{date}} was cancelled',
      email: `Hello {{recipient}},

{{what}} on {{date}} was cancelled.

Any questions? Call {{phone}}.`,
      sms: '{{company}}: {{what}} on {{date}} was cancelled.',
    },
    address_check: {
      subject: '{{company}}: where exactly shall we come?',
      email: `Hello {{recipient}},

we have something for you at this address, but we are not certain where it is:

{{address}}

Please show us the place on the map, or correct it:

{{link}}`,
      sms: '{{company}}: we are not certain where to find you. Please show us the place: {{link}}',
    },
    pin: {
      subject: '{{company}}: your handover code',
      email: `Hello {{recipient}},

your handover code is {{pin}}.

Please tell it to the driver, and to nobody else.

{{link}}`,
      sms: '{{company}}: your handover code is {{pin}}. Tell it to the driver only. {{link}}',
    },
  },
  what: { delivery: 'your delivery', pickup: 'your collection', visit: 'your visit' },
  button: {
    planned: 'See my page',
    started: 'Follow it live',
    approaching: 'Follow it live',
    delayed: 'See the latest time',
    completed: 'See the proof',
    failed: 'What happens next',
    canceled: 'See the details',
    address_check: 'Show the place',
    pin: 'See my page',
  },
  footer: {
    why: 'You get this message because {{company}} has an appointment with you.',
    unsubscribe: 'No more messages',
  },
  stop: { byReply: 'Reply STOP for no more messages.', byPage: 'No more messages: see the page.' },
  sample: {
    recipient: 'Emma Clarke',
    address: '12 Mill Lane, Oxford OX1 2AB',
    reason: 'Nobody was at home',
    nextStep: 'We will try again tomorrow.',
  },
  page: {
    planned: 'Planned for {{date}}, between {{from}} and {{to}}',
    plannedDay: 'Planned for {{date}}',
    started: 'Arriving today between {{from}} and {{to}}',
    completed: 'Done at {{time}}',
    failed: 'It could not be completed',
    canceled: 'It was cancelled',
    unplanned: 'It is being planned',
    needsScript: 'Switch JavaScript on to see the map, leave instructions or correct the address.',
  },
}
