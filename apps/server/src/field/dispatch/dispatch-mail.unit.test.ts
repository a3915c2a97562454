// The mail with a driver's link: its language, the driver's name, and escaping of names.
import { expect, test } from 'vitest'
import { dispatchMail } from './dispatch-mail.ts'

const to = 'ana@example.test'
const facts = {
  link: 'https://example.test/d/token',
  routeName: 'North',
  projectName: 'Depot',
  date: '2026-03-02',
  stopCount: 2,
  plannedStartTime: 30_600,
}

test('it is written in the language of the driver, with his name', () => {
  const mail = dispatchMail(to, { ...facts, language: 'pt', driverName: 'Ana Ribeiro' })
  expect(mail.subject).toBe('A sua rota North de 2026-03-02')
  expect(mail.text.split('\n\n').slice(0, 4)).toEqual([
    'Olá, Ana Ribeiro,',
    'Depot: rota North',
    '2 paragens em 2026-03-02, início às 08:30',
    facts.link,
  ])
})

test('without a driver it greets nobody, and one stop is one', () => {
  const mail = dispatchMail(to, {
    ...facts,
    language: 'en',
    driverName: undefined,
    stopCount: 1,
    plannedStartTime: 90_000,
  })
  expect(mail.text).toContain('Depot: route North\n\n1 stop on 2026-03-02, starting at 01:00 (+1)')
})

test('names with line breaks or markup stay names', () => {
  const mail = dispatchMail(to, {
    ...facts,
    language: 'de',
    driverName: '<b>Ana</b>\nBcc: x',
    routeName: 'A\r\nB {{link}}',
  })
  expect(mail.subject).toBe('Ihre Tour A B {{link}} am 2026-03-02')
  expect(mail.html).not.toContain('<b>')
  expect(mail.text).toContain('Guten Tag <b>Ana</b> Bcc: x,')
})
