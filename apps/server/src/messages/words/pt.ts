// Portuguese.
import type { MessageWords } from './message-words.ts'

export const pt: MessageWords = {
  kinds: {
    planned: {
      subject: '{{company}}: {{what}} de {{date}}',
      email: `Olá, {{recipient}},

{{what}} está prevista para {{date}}, entre as {{from}} e as {{to}}.

Morada: {{address}}
Código de entrega: {{pin}}

{{link}}

Nesta página pode acompanhá-la, deixar um recado ao motorista ou corrigir a morada.

Alguma dúvida? Ligue para {{phone}}.`,
      sms: '{{company}}: {{what}} está prevista para {{date}}, {{from}}-{{to}}. Acompanhe aqui: {{link}}',
    },
    started: {
      subject: '{{company}}: o motorista está a caminho',
      email: `Olá, {{recipient}},

O motorista já partiu. Contamos chegar hoje entre as {{from}} e as {{to}}.

Código de entrega: {{pin}}

{{link}}

A página mostra sempre a hora mais recente.`,
      sms: '{{company}}: o motorista está a caminho e chega entre as {{from}} e as {{to}}. {{link}}',
    },
    approaching: {
      subject: '{{company}}: estamos quase a chegar',
      email: `Olá, {{recipient}},

O motorista chega dentro de cerca de {{minutes}} minutos.

Código de entrega: {{pin}}

{{link}}`,
      sms: '{{company}}: o motorista chega dentro de cerca de {{minutes}} minutos. {{link}}',
    },
    delayed: {
      subject: '{{company}}: nova hora para hoje',
      email: `Olá, {{recipient}},

A hora mudou: contamos agora chegar entre as {{from}} e as {{to}}. Pedimos desculpa pelo incómodo.

{{link}}

Alguma dúvida? Ligue para {{phone}}.`,
      sms: '{{company}}: a hora mudou. Contamos agora chegar entre as {{from}} e as {{to}}. {{link}}',
    },
    completed: {
      subject: '{{company}}: concluído às {{time}}',
      email: `Olá, {{recipient}},

{{what}} foi concluída às {{time}}.

{{link}}

Na página pode ver o comprovativo e dizer-nos como correu. Obrigado!`,
      sms: '{{company}}: {{what}} foi concluída às {{time}}. Detalhes: {{link}}',
    },
    failed: {
      subject: '{{company}}: hoje não foi possível',
      email: `Olá, {{recipient}},

{{what}} não pôde ser concluída às {{time}}.

Motivo: {{reason}}

{{next_step}}

{{link}}

Alguma dúvida? Ligue para {{phone}}.`,
      sms: '{{company}}: {{what}} não pôde ser concluída. Próximos passos: {{link}}',
    },
    canceled: {
      subject: '{{company}}: {{what}} de {{date}} foi cancelada',
      email: `Olá, {{recipient}},

{{what}} de {{date}} foi cancelada.

Alguma dúvida? Ligue para {{phone}}.`,
      sms: '{{company}}: {{what}} de {{date}} foi cancelada.',
    },
    address_check: {
      subject: '{{company}}: onde o encontramos exatamente?',
      email: `Olá, {{recipient}},

Temos algo para si nesta morada, mas não temos a certeza de onde fica:

{{address}}

Indique-nos o local no mapa ou corrija-o:

{{link}}`,
      sms: '{{company}}: não temos a certeza de onde fica a sua morada. Indique-nos o local: {{link}}',
    },
    pin: {
      subject: '{{company}}: o seu código de entrega',
      email: `Olá, {{recipient}},

O seu código de entrega é {{pin}}.

Diga-o ao motorista e a mais ninguém.

{{link}}`,
      sms: '{{company}}: o seu código de entrega é {{pin}}. Diga-o apenas ao motorista. {{link}}',
    },
  },
  what: { delivery: 'a sua entrega', pickup: 'a sua recolha', visit: 'a sua visita' },
  button: {
    planned: 'Ver a minha página',
    started: 'Acompanhar em direto',
    approaching: 'Acompanhar em direto',
    delayed: 'Ver a hora atual',
    completed: 'Ver o comprovativo',
    failed: 'Próximos passos',
    canceled: 'Ver os detalhes',
    address_check: 'Indicar o local',
    pin: 'Ver a minha página',
  },
  footer: {
    why: 'Recebe esta mensagem porque {{company}} tem um compromisso consigo.',
    unsubscribe: 'Não receber mais mensagens',
  },
  stop: {
    byReply: 'Responda STOP para não receber mais mensagens.',
    byPage: 'Para não receber mais mensagens, veja a página.',
  },
  sample: {
    recipient: 'Beatriz Silva',
    address: 'Rua do Moinho 12, 1100-148 Lisboa',
    reason: 'Não estava ninguém em casa',
    nextStep: 'Tentaremos de novo amanhã.',
  },
  page: {
    planned: 'Previsto para {{date}}, entre as {{from}} e as {{to}}',
    plannedDay: 'Previsto para {{date}}',
    started: 'Chega hoje entre as {{from}} e as {{to}}',
    completed: 'Concluído às {{time}}',
    failed: 'Não pôde ser concluído',
    canceled: 'Foi cancelado',
    unplanned: 'A ser planeado',
    needsScript: 'Ative o JavaScript para ver o mapa, deixar instruções ou corrigir a morada.',
  },
}
