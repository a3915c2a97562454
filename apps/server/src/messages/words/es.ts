// Spanish.
import type { MessageWords } from './message-words.ts'

export const es: MessageWords = {
  kinds: {
    planned: {
      subject: '{{company}}: {{what}} del {{date}}',
      email: `Hola, {{recipient}}:

{{what}} está prevista para el {{date}}, entre las {{from}} y las {{to}}.

Dirección: {{address}}
Código de entrega: {{pin}}

{{link}}

En esta página puede seguirla, dejar un aviso al conductor o corregir la dirección.

¿Alguna pregunta? Llame al {{phone}}.`,
      sms: '{{company}}: {{what}} está prevista para el {{date}}, {{from}}-{{to}}. Sígala aquí: {{link}}',
    },
    started: {
      subject: '{{company}}: el conductor está en camino',
      email: `Hola, {{recipient}}:

El conductor ya ha salido. Llegaremos hoy entre las {{from}} y las {{to}}.

Código de entrega: {{pin}}

{{link}}

La página muestra siempre la hora más reciente.`,
      sms: '{{company}}: el conductor está en camino y llegará entre las {{from}} y las {{to}}. {{link}}',
    },
    approaching: {
      subject: '{{company}}: ya casi estamos',
      email: `Hola, {{recipient}}:

El conductor llegará en unos {{minutes}} minutos.

Código de entrega: {{pin}}

{{link}}`,
      sms: '{{company}}: el conductor llegará en unos {{minutes}} minutos. {{link}}',
    },
    delayed: {
      subject: '{{company}}: nueva hora para hoy',
      email: `Hola, {{recipient}}:

La hora ha cambiado: ahora esperamos llegar entre las {{from}} y las {{to}}. Disculpe las molestias.

{{link}}

¿Alguna pregunta? Llame al {{phone}}.`,
      sms: '{{company}}: la hora ha cambiado. Ahora esperamos llegar entre las {{from}} y las {{to}}. {{link}}',
    },
    completed: {
      subject: '{{company}}: hecho a las {{time}}',
      email: `Hola, {{recipient}}:

{{what}} se completó a las {{time}}.

{{link}}

En la página puede ver el comprobante y decirnos qué tal fue. ¡Gracias!`,
      sms: '{{company}}: {{what}} se completó a las {{time}}. Más información: {{link}}',
    },
    failed: {
      subject: '{{company}}: hoy no ha sido posible',
      email: `Hola, {{recipient}}:

{{what}} no se pudo completar a las {{time}}.

Motivo: {{reason}}

{{next_step}}

{{link}}

¿Alguna pregunta? Llame al {{phone}}.`,
      sms: '{{company}}: {{what}} no se pudo completar. Siguientes pasos: {{link}}',
    },
    canceled: {
      subject: '{{company}}: {{what}} del {{date}} se ha cancelado',
      email: `Hola, {{recipient}}:

{{what}} del {{date}} se ha cancelado.

¿Alguna pregunta? Llame al {{phone}}.`,
      sms: '{{company}}: {{what}} del {{date}} se ha cancelado.',
    },
    address_check: {
      subject: '{{company}}: ¿dónde le encontramos exactamente?',
      email: `Hola, {{recipient}}:

Tenemos algo para usted en esta dirección, pero no estamos seguros de dónde está:

{{address}}

Indíquenos el lugar en el mapa o corríjalo:

{{link}}`,
      sms: '{{company}}: no estamos seguros de dónde encontrarle. Indíquenos el lugar: {{link}}',
    },
    pin: {
      subject: '{{company}}: su código de entrega',
      email: `Hola, {{recipient}}:

Su código de entrega es {{pin}}.

Dígaselo al conductor y a nadie más.

{{link}}`,
      sms: '{{company}}: su código de entrega es {{pin}}. Dígaselo solo al conductor. {{link}}',
    },
  },
  what: { delivery: 'su entrega', pickup: 'su recogida', visit: 'su visita' },
  button: {
    planned: 'Ver mi página',
    started: 'Seguir en directo',
    approaching: 'Seguir en directo',
    delayed: 'Ver la hora actual',
    completed: 'Ver el comprobante',
    failed: 'Siguientes pasos',
    canceled: 'Ver los detalles',
    address_check: 'Indicar el lugar',
    pin: 'Ver mi página',
  },
  footer: {
    why: 'Recibe este mensaje porque {{company}} tiene una cita con usted.',
    unsubscribe: 'No recibir más mensajes',
  },
  stop: {
    byReply: 'Responda STOP para no recibir más mensajes.',
    byPage: 'Para no recibir más mensajes, vea la página.',
  },
  sample: {
    recipient: 'Lucía Ortega',
    address: 'Calle Mayor 12, 28013 Madrid',
    reason: 'No había nadie en casa',
    nextStep: 'Lo intentaremos de nuevo mañana.',
  },
  page: {
    planned: 'Previsto para el {{date}}, entre las {{from}} y las {{to}}',
    plannedDay: 'Previsto para el {{date}}',
    started: 'Llega hoy entre las {{from}} y las {{to}}',
    completed: 'Hecho a las {{time}}',
    failed: 'No se pudo completar',
    canceled: 'Se ha cancelado',
    unplanned: 'Se está planificando',
    needsScript: 'Active JavaScript para ver el mapa, dejar instrucciones o corregir la dirección.',
  },
}
