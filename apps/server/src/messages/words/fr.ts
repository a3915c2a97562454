// French.
import type { MessageWords } from './message-words.ts'

export const fr: MessageWords = {
  kinds: {
    planned: {
      subject: '{{company}} : {{what}} du {{date}}',
      email: `Bonjour {{recipient}},

{{what}} est prévue le {{date}}, entre {{from}} et {{to}}.

Adresse : {{address}}
Code de remise : {{pin}}

{{link}}

Sur cette page, vous pouvez la suivre, laisser un mot au chauffeur ou corriger l’adresse.

Une question ? Appelez le {{phone}}.`,
      sms: '{{company}} : {{what}} est prévue le {{date}}, {{from}}-{{to}}. Suivez-la ici : {{link}}',
    },
    started: {
      subject: '{{company}} : le chauffeur est en route',
      email: `Bonjour {{recipient}},

Le chauffeur est parti. Nous serons chez vous aujourd’hui entre {{from}} et {{to}}.

Code de remise : {{pin}}

{{link}}

La page affiche toujours l’heure la plus récente.`,
      sms: '{{company}} : le chauffeur est en route et sera chez vous entre {{from}} et {{to}}. {{link}}',
    },
    approaching: {
      subject: '{{company}} : nous sommes presque là',
      email: `Bonjour {{recipient}},

Le chauffeur sera chez vous dans {{minutes}} minutes environ.

Code de remise : {{pin}}

{{link}}`,
      sms: '{{company}} : le chauffeur sera chez vous dans {{minutes}} minutes environ. {{link}}',
    },
    delayed: {
      subject: '{{company}} : nouvel horaire pour aujourd’hui',
      email: `Bonjour {{recipient}},

L’horaire a changé : nous pensons maintenant arriver entre {{from}} et {{to}}. Veuillez nous excuser pour ce contretemps.

{{link}}

Une question ? Appelez le {{phone}}.`,
      sms: '{{company}} : l’horaire a changé. Nous pensons maintenant arriver entre {{from}} et {{to}}. {{link}}',
    },
    completed: {
      subject: '{{company}} : c’est fait, à {{time}}',
      email: `Bonjour {{recipient}},

{{what}} a été effectuée à {{time}}.

{{link}}

La page vous montre la preuve et vous permet de donner votre avis. Merci !`,
      sms: '{{company}} : {{what}} a été effectuée à {{time}}. Détails : {{link}}',
    },
    failed: {
      subject: '{{company}} : cela n’a pas été possible aujourd’hui',
      email: `Bonjour {{recipient}},

{{what}} n’a pas pu être effectuée à {{time}}.

Motif : {{reason}}

{{next_step}}

{{link}}

Une question ? Appelez le {{phone}}.`,
      sms: '{{company}} : {{what}} n’a pas pu être effectuée. La suite : {{link}}',
    },
    canceled: {
      subject: '{{company}} : {{what}} du {{date}} est annulée',
      email: `Bonjour {{recipient}},

{{what}} du {{date}} est annulée.

Une question ? Appelez le {{phone}}.`,
      sms: '{{company}} : {{what}} du {{date}} est annulée.',
    },
    address_check: {
      subject: '{{company}} : où vous trouver exactement ?',
      email: `Bonjour {{recipient}},

Nous devons passer à cette adresse, mais nous ne sommes pas certains de l’endroit :

{{address}}

Merci de nous l’indiquer sur la carte ou de la corriger :

{{link}}`,
      sms: '{{company}} : nous ne sommes pas certains de l’endroit où vous trouver. Merci de nous l’indiquer : {{link}}',
    },
    pin: {
      subject: '{{company}} : votre code de remise',
      email: `Bonjour {{recipient}},

Votre code de remise est {{pin}}.

Donnez-le au chauffeur et à personne d’autre.

{{link}}`,
      sms: '{{company}} : votre code de remise est {{pin}}. Ne le donnez qu’au chauffeur. {{link}}',
    },
  },
  what: { delivery: 'votre livraison', pickup: 'votre collecte', visit: 'votre visite' },
  button: {
    planned: 'Voir ma page',
    started: 'Suivre en direct',
    approaching: 'Suivre en direct',
    delayed: 'Voir l’horaire actuel',
    completed: 'Voir la preuve',
    failed: 'Voir la suite',
    canceled: 'Voir les détails',
    address_check: 'Indiquer le lieu',
    pin: 'Voir ma page',
  },
  footer: {
    why: 'Vous recevez ce message parce que {{company}} a rendez-vous avec vous.',
    unsubscribe: 'Ne plus recevoir de messages',
  },
  stop: { byReply: 'Répondez STOP pour ne plus recevoir de messages.', byPage: 'Plus de messages : voir la page.' },
  sample: {
    recipient: 'Camille Moreau',
    address: '12 rue du Moulin, 69002 Lyon',
    reason: 'Personne n’était présent',
    nextStep: 'Nous repasserons demain.',
  },
  page: {
    planned: 'Prévu le {{date}}, entre {{from}} et {{to}}',
    plannedDay: 'Prévu le {{date}}',
    started: 'Arrivée aujourd’hui entre {{from}} et {{to}}',
    completed: 'Fait à {{time}}',
    failed: 'Cela n’a pas pu être effectué',
    canceled: 'C’est annulé',
    unplanned: 'En cours de planification',
    needsScript: 'Activez JavaScript pour voir la carte, laisser des consignes ou corriger l’adresse.',
  },
}
