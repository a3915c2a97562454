// Words, templates, contacts, quiet hours and the look of mails: everything about messages that needs no database.
import { messageKinds, messageLanguages, messageVariables } from '@routewright/contract'
import { describe, expect, test } from 'vitest'
import { listContacts, readDriverPhone } from './contacts.ts'
import { mailHtml, textColorOn } from './mail-layout.ts'
import { quietUntil } from './quiet-hours.ts'
import { countSmsParts, plainSmsText } from './sms-text.ts'
import { fillTemplate, requireKnownVariables, type TemplateValues } from './template.ts'
import { messageWords } from './words.ts'

const variablesIn = (text: string) => [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]))].sort()
const empty = Object.fromEntries(Object.keys(messageVariables).map((name) => [name, ''])) as TemplateValues
const values = (some: Partial<TemplateValues>): TemplateValues => ({ ...empty, ...some })

describe('the words', () => {
  test.each(messageLanguages)(
    'of %s say in every kind what the English ones say, with the same variables',
    (language) => {
      for (const kind of messageKinds) {
        const [own, english] = [messageWords[language].kinds[kind], messageWords.en.kinds[kind]]
        for (const part of ['subject', 'email', 'sms'] as const) {
          expect(variablesIn(own[part]), `${language} ${kind} ${part}`).toEqual(variablesIn(english[part]))
          expect(() => requireKnownVariables(own[part], part)).not.toThrow()
        }
      }
      for (const [name, text] of Object.entries(messageWords[language].page)) {
        const english = messageWords.en.page[name as keyof typeof messageWords.en.page]
        expect(variablesIn(text), name).toEqual(variablesIn(english))
      }
    },
  )

  test('differ between the languages', () => {
    const texts = messageLanguages.map((language) => messageWords[language].kinds.started.email)
    expect(new Set(texts).size).toBe(messageLanguages.length)
  })

  test('of SMS have no typographic marks that would halve what fits', () => {
    for (const language of messageLanguages) {
      for (const kind of messageKinds) {
        const { sms } = messageWords[language].kinds[kind]
        expect(plainSmsText(sms)).not.toMatch(/[’‘“”–—…\u00a0\u202f]/)
      }
    }
  })
})

describe('a template', () => {
  test('loses the lines of which every variable is empty, and what is left begins with a capital letter', () => {
    const template = 'Hello {{recipient}},\n\nyour code: {{pin}}\nfrom {{company}} {{phone}}\n\n\n\nbye'
    expect(fillTemplate(template, values({ company: 'Huber' }))).toBe('From Huber \n\nbye')
    expect(fillTemplate(template, values({ recipient: 'Anna', pin: '1', company: 'Huber', phone: '+1' }))).toBe(
      'Hello Anna,\n\nyour code: 1\nfrom Huber +1\n\nbye',
    )
  })

  test('begins sentences with {{what}} in a capital letter, and keeps it small inside', () => {
    const filled = fillTemplate('{{what}} is near. {{what}}? See {{what}}.', values({ what: 'your delivery' }))
    expect(filled).toBe('Your delivery is near. Your delivery? See your delivery.')
  })

  test('takes values as they are: braces, dollars and line breaks in them mean nothing', () => {
    const filled = fillTemplate('a {{recipient}} b', values({ recipient: '{{pin}} $& $1\nSubject: x', pin: '4711' }))
    expect(filled).toBe('A {{pin}} $& $1 Subject: x b')
  })

  test.each(['{{pinn}}', '{{ __proto__ }}', '{{constructor}}', '{{}}'])('with %s is refused by name', (template) => {
    expect(() => requireKnownVariables(`x ${template}`, 'template.sms')).toThrow(/template\.sms: there is no variable/)
  })
})

describe('contacts', () => {
  const getPhone = (phone: string, origins: string[] = ['+41'], location: object | null = null) =>
    listContacts({ email: null, phone, location } as never, origins)[0]

  test.each([
    ['+423 555 01-02', '+4235550102'],
    ['00423 5550102', '+4235550102'],
    ['(0)79 / 555.01.02', '+41795550102'],
    ['079 555 01 02', '+41795550102'],
    ['tel:+4235550102', '+4235550102'],
  ])('%s is %s', (written, address) => expect(getPhone(written)?.address).toBe(address))

  test('a number without a calling code is of the country of its address where the project names none', () => {
    expect(getPhone('079 555 01 02', [], { country_code: 'ch' })?.address).toBe('+41795550102')
  })

  test('and goes nowhere where nobody names a country', () => {
    expect(getPhone('079 555 01 02', [])).toMatchObject({ why: 'country_unknown' })
    expect(getPhone('079 555 01 02', [])).not.toHaveProperty('address')
  })

  test.each(['call me', '+', '12', '+1234567890123456'])('%s is no number', (written) => {
    expect(getPhone(written)).toMatchObject({ written, why: 'unusable' })
    expect(getPhone(written)).not.toHaveProperty('address')
  })

  test.each([
    [{}, '0795550102'],
    [{ calling_code: '+41' }, '+41795550102'],
    [{ country: 'CH' }, '+41795550102'],
  ])('a driver’s number goes as it is written where nobody names a country: %j, %s', (messages, number) => {
    const project = { settings: {}, messages, optimizer_config: {} } as never
    expect(readDriverPhone('079 555 01 02', project)).toBe(number)
  })

  test('of a project that works in Switzerland a driver’s number is Swiss', () => {
    const project = { settings: {}, messages: {}, optimizer_config: { operation_country: 'Schweiz' } } as never
    expect(readDriverPhone('079 555 01 02', project)).toBe('+41795550102')
  })

  test.each([
    [' Anna@Example.TEST ', 'anna@example.test'],
    ['no address', undefined],
    ['a@b', undefined],
    ['a@example.test, b@example.test', undefined],
    ['a@example.test\nBcc: x@y.test', undefined],
  ])('%j is %s', (email, address) => {
    const [contact] = listContacts({ email, phone: null } as never, [])
    expect(contact?.address).toBe(address)
  })
})

describe('quiet hours', () => {
  const night = { from: 75_600, to: 25_200 } // 21:00 to 07:00
  const noon = { from: 43_200, to: 46_800 }
  test.each([
    ['2026-03-02T19:59:00Z', night, undefined],
    ['2026-03-02T20:00:00Z', night, '2026-03-03T06:00:00.000Z'],
    ['2026-03-02T23:30:00Z', night, '2026-03-03T06:00:00.000Z'],
    ['2026-03-03T05:59:00Z', night, '2026-03-03T06:00:00.000Z'],
    ['2026-03-03T06:00:00Z', night, undefined],
    ['2026-03-02T11:30:00Z', noon, '2026-03-02T12:00:00.000Z'],
    // The clock goes forward on that Sunday: 07:00 is 05:00 UTC.
    ['2026-03-28T22:00:00Z', night, '2026-03-29T05:00:00.000Z'],
  ])('in Vaduz at %s they end at %s', (moment, quiet, end) => {
    expect(quietUntil(quiet, 'Europe/Vaduz', new Date(moment))?.toISOString()).toBe(end)
  })

  test('that begin when they end are none', () => {
    expect(quietUntil({ from: 0, to: 0 }, 'UTC', new Date())).toBeUndefined()
  })
})

describe('an SMS', () => {
  test.each([
    ['', 0],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['ü€'.repeat(53), 1],
    ['ü€'.repeat(54), 2],
    ['á'.repeat(70), 1],
    ['á'.repeat(71), 2],
  ])('is charged by its alphabet', (text, parts) => expect(countSmsParts(text)).toBe(parts))
})

describe('a mail', () => {
  const html = mailHtml({
    language: 'de',
    brand: { name: '<b>Huber</b>', color: '#ffee00', phone: '+1' },
    subject: '</title><script>',
    text: 'Guten Tag <img src=x onerror=alert(1)>,\n\nCode: 4711\n\nhttps://r.test/t/abc4711\n\nBye',
    link: 'https://r.test/t/abc4711',
    button: 'Ansehen',
    pin: '4711',
    why: 'why & because',
    unsubscribe: { words: 'Keine mehr', link: 'https://r.test/t/abc4711?messages=off' },
  })

  test('holds what people wrote as text only', () => {
    expect(html).not.toMatch(/<img src=x|<script|<b>Huber/)
    expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;')
    expect(html).toContain('why &#38; because')
  })

  test('has the link as its button, readable on any colour, and loads nothing from elsewhere', () => {
    expect(html).toMatch(/<a href="https:\/\/r\.test\/t\/abc4711" style="[^"]*color:#111820[^"]*">Ansehen<\/a>/)
    expect(html).not.toMatch(/src="https?:/)
    expect(textColorOn('#1f5fd6')).toBe('#ffffff')
  })

  test('shows the code big where it stands, and leaves links alone', () => {
    expect(html).toMatch(/Code: <strong[^>]*>4711<\/strong>/)
    expect(html.match(/abc4711/g)).toHaveLength(2)
  })
})
