// Commands that the palette finds, apart from records.
import { readFileSync } from 'node:fs'
import type { UserRole } from '@routewright/contract'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { annexes } from '../../annexes.ts'
import { settingsParts } from '../../shell/places.ts'
import { cutAtWords } from './marked-words.tsx'
import { findCommands, listCommands, listWordSpaces } from './palette-commands.ts'

const readWords = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../words/en/${name}.json`, import.meta.url), 'utf8'))
const i18n = i18next.createInstance()
const role = 'organization_administrator'
const spaces = ['shell', ...listWordSpaces(role, annexes)]

beforeAll(async () => {
  const en = Object.fromEntries(spaces.map((name) => [name, readWords(name)]))
  await i18n.init({ lng: 'en', resources: { en } })
})

const find = (typed: string, as: UserRole = role) =>
  findCommands(listCommands(i18n, as, annexes), typed).map(({ to, title }) => `${to} ${title}`)

test('screens and parts of the settings are found by their names', () => {
  expect(find('anal')).toEqual(['/analytics Analytics'])
  expect(find('drivers')[0]).toBe('/drivers Drivers')
  expect(find('backlog')).toContain('/backlog Backlog')
  expect(find('webho')).toContain('/settings/webhooks Webhooks')
  expect(find('audit')[0]).toBe('/settings/audit Audit log')
})

test('a setting is found by the words beside it, with a slip too', () => {
  expect(find('currency')).toContain('/settings/project Currency')
  expect(find('curency')).toContain('/settings/project Currency')
})

test('nothing is found that the role may not open, nor by what was not typed', () => {
  expect(find('sign-in providers', 'organization_user')).toEqual([])
  expect(find('')).toEqual([])
  expect(find('qqqq')).toEqual([])
})

test('a setting is found in the section that holds it, also by words of an annex', () => {
  const found = (typed: string) => {
    const [first] = findCommands(listCommands(i18n, role, annexes), typed)
    return first && `${first.to}#${first.hash}`
  }
  expect(found('signature')).toBe('/settings/deliveries#proof')
  expect(found('traffic by the hour')).toBe('/settings/driving#travel')
  expect(found('paces')).toBe('/settings/learning#paces')
  expect(found('days ahead')).toBe('/settings/slots#fields')
})

test('every section that is named has words', () => {
  const named = [...settingsParts, ...annexes.flatMap(({ settings = [] }) => settings)].flatMap(
    ({ sections }): readonly string[] => sections,
  )
  const keys = named.map((section) => (section.includes(':') ? section : `settings:${section}`))
  expect(keys.filter((key) => !i18n.exists(key, { returnObjects: true }))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
})

test('the words that were meant are marked, in scripts without spaces too', () => {
  const marked = (text: string, typed: string) =>
    cutAtWords(text, typed, 'en').flatMap((part) => (part.isFound ? part.text : []))
  expect(marked('Café Wölfle, Vaduz', 'cafe woelf')).toEqual(['Café', 'Wölfle'])
  expect(marked('Bäckerei Müller', 'bakcerei')).toEqual(['Bäckerei'])
  expect(marked('ร้านอาหารไทย', 'อาหาร')).toEqual(['อาหาร'])
})
