// The words of the mails about accounts, in five languages; names are put in by account-mails.ts.
import type { Language } from '@routewright/contract'

export interface MailWords {
  subject: string
  /** Paragraphs before the link. */
  before: readonly string[]
  /** On the button. */
  link: string
  /** Paragraphs after the link. */
  after: readonly string[]
}

interface AccountWords {
  invitation: MailWords
  invitationFromNobody: string
  reset: MailWords
  passwordChanged: MailWords
}

/** {organization}, {by}, {email}, {days}, {minutes} are filled in. */
export const accountWords: Record<Language, AccountWords> = {
  en: {
    invitation: {
      subject: 'Join {organization} on Routewright',
      before: ['Hello,', '{by} invites you to plan and follow the deliveries of {organization} in Routewright.'],
      link: 'Accept the invitation',
      after: ['The link works once, for {days} days. If you did not expect this mail, you need not do anything.'],
    },
    invitationFromNobody: 'The administrator',
    reset: {
      subject: 'Set a new Routewright password',
      before: ['Hello,', 'somebody asked for a new password for the account {email}.'],
      link: 'Set a new password',
      after: [
        'The link works once, for {minutes} minutes.',
        'If it was not you, you need not do anything: your password stays as it is.',
      ],
    },
    passwordChanged: {
      subject: 'Your Routewright password was changed',
      before: [
        'Hello,',
        'the password of the account {email} was changed just now, and all other sessions were ended.',
      ],
      link: 'It was not me: set another password',
      after: ['If it was you, everything is as it should be.'],
    },
  },
  es: {
    invitation: {
      subject: 'Únete a {organization} en Routewright',
      before: ['Hola:', '{by} te invita a planificar y seguir las entregas de {organization} en Routewright.'],
      link: 'Aceptar la invitación',
      after: [
        'El enlace sirve una sola vez, durante {days} días. Si no esperabas este correo, no tienes que hacer nada.',
      ],
    },
    invitationFromNobody: 'La administración',
    reset: {
      subject: 'Crea una nueva contraseña de Routewright',
      before: ['Hola:', 'alguien ha pedido una nueva contraseña para la cuenta {email}.'],
      link: 'Crear una nueva contraseña',
      after: [
        'El enlace sirve una sola vez, durante {minutes} minutos.',
        'Si no has sido tú, no tienes que hacer nada: tu contraseña sigue siendo la misma.',
      ],
    },
    passwordChanged: {
      subject: 'Tu contraseña de Routewright ha cambiado',
      before: ['Hola:', 'la contraseña de la cuenta {email} se acaba de cambiar y se han cerrado las demás sesiones.'],
      link: 'No he sido yo: crear otra contraseña',
      after: ['Si has sido tú, todo está en orden.'],
    },
  },
  fr: {
    invitation: {
      subject: 'Rejoignez {organization} sur Routewright',
      before: [
        'Bonjour,',
        '{by} vous invite à planifier et à suivre les livraisons de {organization} dans Routewright.',
      ],
      link: 'Accepter l’invitation',
      after: [
        'Le lien fonctionne une seule fois, pendant {days} jours. Si vous n’attendiez pas ce message, vous n’avez rien à faire.',
      ],
    },
    invitationFromNobody: 'L’administration',
    reset: {
      subject: 'Choisissez un nouveau mot de passe Routewright',
      before: ['Bonjour,', 'un nouveau mot de passe a été demandé pour le compte {email}.'],
      link: 'Choisir un nouveau mot de passe',
      after: [
        'Le lien fonctionne une seule fois, pendant {minutes} minutes.',
        'Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe reste le même.',
      ],
    },
    passwordChanged: {
      subject: 'Votre mot de passe Routewright a été modifié',
      before: [
        'Bonjour,',
        'le mot de passe du compte {email} vient d’être modifié et toutes les autres sessions ont été fermées.',
      ],
      link: 'Ce n’était pas moi : choisir un autre mot de passe',
      after: ['Si c’était vous, tout est en ordre.'],
    },
  },
  de: {
    invitation: {
      subject: 'Einladung zu {organization} in Routewright',
      before: [
        'Guten Tag,',
        '{by} lädt Sie ein, die Lieferungen von {organization} in Routewright zu planen und zu verfolgen.',
      ],
      link: 'Einladung annehmen',
      after: [
        'Der Link gilt einmal und {days} Tage lang. Wenn Sie diese Nachricht nicht erwartet haben, müssen Sie nichts tun.',
      ],
    },
    invitationFromNobody: 'Die Verwaltung',
    reset: {
      subject: 'Neues Passwort für Routewright',
      before: ['Guten Tag,', 'für das Konto {email} wurde ein neues Passwort angefordert.'],
      link: 'Neues Passwort festlegen',
      after: [
        'Der Link gilt einmal und {minutes} Minuten lang.',
        'Wenn Sie das nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
      ],
    },
    passwordChanged: {
      subject: 'Ihr Routewright-Passwort wurde geändert',
      before: [
        'Guten Tag,',
        'das Passwort des Kontos {email} wurde gerade geändert, und alle anderen Sitzungen wurden beendet.',
      ],
      link: 'Das war ich nicht: anderes Passwort festlegen',
      after: ['Wenn Sie es waren, ist alles in Ordnung.'],
    },
  },
  pt: {
    invitation: {
      subject: 'Junte-se a {organization} no Routewright',
      before: ['Olá,', '{by} convida-o a planear e acompanhar as entregas de {organization} no Routewright.'],
      link: 'Aceitar o convite',
      after: [
        'O link funciona uma única vez, durante {days} dias. Se não esperava esta mensagem, não precisa de fazer nada.',
      ],
    },
    invitationFromNobody: 'A administração',
    reset: {
      subject: 'Defina uma nova palavra-passe do Routewright',
      before: ['Olá,', 'foi pedida uma nova palavra-passe para a conta {email}.'],
      link: 'Definir uma nova palavra-passe',
      after: [
        'O link funciona uma única vez, durante {minutes} minutos.',
        'Se não foi você, não precisa de fazer nada: a sua palavra-passe continua a mesma.',
      ],
    },
    passwordChanged: {
      subject: 'A sua palavra-passe do Routewright foi alterada',
      before: [
        'Olá,',
        'a palavra-passe da conta {email} acaba de ser alterada e todas as outras sessões foram terminadas.',
      ],
      link: 'Não fui eu: definir outra palavra-passe',
      after: ['Se foi você, está tudo em ordem.'],
    },
  },
}
