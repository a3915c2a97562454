// German.
import type { MessageWords } from './message-words.ts'

export const de: MessageWords = {
  kinds: {
    planned: {
      subject: '{{company}}: {{what}} am {{date}}',
      email: `Guten Tag {{recipient}},

{{what}} ist für {{date}} zwischen {{from}} und {{to}} Uhr geplant.

Adresse: {{address}}
Übergabecode: {{pin}}

{{link}}

Auf dieser Seite können Sie alles verfolgen, dem Fahrer eine Nachricht hinterlassen oder die Adresse berichtigen.

Fragen? Rufen Sie {{phone}} an.`,
      sms: '{{company}}: {{what}} ist für {{date}}, {{from}}-{{to}} Uhr geplant. Hier verfolgen: {{link}}',
    },
    started: {
      subject: '{{company}}: Der Fahrer ist unterwegs',
      email: `Guten Tag {{recipient}},

der Fahrer ist losgefahren. Wir sind heute voraussichtlich zwischen {{from}} und {{to}} Uhr bei Ihnen.

Übergabecode: {{pin}}

{{link}}

Die Seite zeigt immer die aktuelle Zeit.`,
      sms: '{{company}}: Der Fahrer ist unterwegs und kommt zwischen {{from}} und {{to}} Uhr. {{link}}',
    },
    approaching: {
      subject: '{{company}}: Wir sind gleich bei Ihnen',
      email: `Guten Tag {{recipient}},

der Fahrer ist in etwa {{minutes}} Minuten bei Ihnen.

Übergabecode: {{pin}}

{{link}}`,
      sms: '{{company}}: Der Fahrer ist in etwa {{minutes}} Minuten bei Ihnen. {{link}}',
    },
    delayed: {
      subject: '{{company}}: Neue Uhrzeit für heute',
      email: `Guten Tag {{recipient}},

die Uhrzeit hat sich geändert: Wir kommen jetzt voraussichtlich zwischen {{from}} und {{to}} Uhr. Bitte entschuldigen Sie die Umstände.

{{link}}

Fragen? Rufen Sie {{phone}} an.`,
      sms: '{{company}}: Die Uhrzeit hat sich geändert. Wir kommen jetzt zwischen {{from}} und {{to}} Uhr. {{link}}',
    },
    completed: {
      subject: '{{company}}: Erledigt um {{time}} Uhr',
      email: `Guten Tag {{recipient}},

{{what}} wurde um {{time}} Uhr abgeschlossen.

{{link}}

Auf der Seite sehen Sie den Nachweis und können sagen, wie es war. Vielen Dank!`,
      sms: '{{company}}: {{what}} wurde um {{time}} Uhr abgeschlossen. Einzelheiten: {{link}}',
    },
    failed: {
      subject: '{{company}}: Heute hat es leider nicht geklappt',
      email: `Guten Tag {{recipient}},

{{what}} konnte um {{time}} Uhr nicht abgeschlossen werden.

Grund: {{reason}}

{{next_step}}

{{link}}

Fragen? Rufen Sie {{phone}} an.`,
      sms: '{{company}}: {{what}} konnte nicht abgeschlossen werden. So geht es weiter: {{link}}',
    },
    canceled: {
      subject: '{{company}}: {{what}} am {{date}} wurde abgesagt',
      email: `Guten Tag {{recipient}},

{{what}} am {{date}} wurde abgesagt.

Fragen? Rufen Sie {{phone}} an.`,
      sms: '{{company}}: {{what}} am {{date}} wurde abgesagt.',
    },
    address_check: {
      subject: '{{company}}: Wo genau finden wir Sie?',
      email: `Guten Tag {{recipient}},

wir haben etwas für Sie an dieser Adresse, sind aber nicht sicher, wo sie liegt:

{{address}}

Bitte zeigen Sie uns den Ort auf der Karte oder berichtigen Sie ihn:

{{link}}`,
      sms: '{{company}}: Wir sind nicht sicher, wo wir Sie finden. Bitte zeigen Sie uns den Ort: {{link}}',
    },
    pin: {
      subject: '{{company}}: Ihr Übergabecode',
      email: `Guten Tag {{recipient}},

Ihr Übergabecode lautet {{pin}}.

Bitte nennen Sie ihn dem Fahrer und sonst niemandem.

{{link}}`,
      sms: '{{company}}: Ihr Übergabecode lautet {{pin}}. Bitte nur dem Fahrer nennen. {{link}}',
    },
  },
  what: { delivery: 'Ihre Lieferung', pickup: 'Ihre Abholung', visit: 'Ihr Termin' },
  button: {
    planned: 'Meine Seite ansehen',
    started: 'Live verfolgen',
    approaching: 'Live verfolgen',
    delayed: 'Aktuelle Zeit ansehen',
    completed: 'Nachweis ansehen',
    failed: 'So geht es weiter',
    canceled: 'Einzelheiten ansehen',
    address_check: 'Ort zeigen',
    pin: 'Meine Seite ansehen',
  },
  footer: {
    why: 'Sie erhalten diese Nachricht, weil {{company}} einen Termin mit Ihnen hat.',
    unsubscribe: 'Keine Nachrichten mehr',
  },
  stop: { byReply: 'Keine Nachrichten mehr: mit STOP antworten.', byPage: 'Keine Nachrichten mehr: siehe Seite.' },
  sample: {
    recipient: 'Anna Amrein',
    address: 'Mühlegasse 12, 9490 Vaduz',
    reason: 'Niemand war zu Hause',
    nextStep: 'Wir versuchen es morgen noch einmal.',
  },
  page: {
    planned: 'Geplant für {{date}} zwischen {{from}} und {{to}} Uhr',
    plannedDay: 'Geplant für {{date}}',
    started: 'Ankunft heute zwischen {{from}} und {{to}} Uhr',
    completed: 'Erledigt um {{time}} Uhr',
    failed: 'Es konnte nicht abgeschlossen werden',
    canceled: 'Es wurde abgesagt',
    unplanned: 'Wird gerade geplant',
    needsScript:
      'Schalten Sie JavaScript ein, um die Karte zu sehen, Hinweise zu hinterlassen oder die Adresse zu berichtigen.',
  },
}
