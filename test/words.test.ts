// Every text of every application and of the service's mails and tables: in five languages, with the same placeholders.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditedActions, auditedKinds } from '@routewright/contract'
import { flattenWords, listWordFaults } from '@routewright/ui/test/words-check'
import { expect, test } from 'vitest'
import { languages } from '../apps/server/src/frame/platform/languages.ts'

const root = join(import.meta.dirname, '..')
const english = globSync('apps/*/src/{,frame/}words/{en.json,en/*.json}', { cwd: root })
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

test('the words of the service and of every application are among them', () => {
  const applications = new Set(english.map((path) => path.split('/')[1]))
  expect([...applications].sort()).toEqual(['driver', 'planner', 'server', 'tracking'])
})

test.each(english)('%s is said in every language, with the same placeholders', (path) => {
  const others = languages.filter((language) => language !== 'en')
  const faults = others.flatMap((language) => {
    const other = path.replace(/\/en([./])/, `/${language}$1`)
    return listWordFaults(read(path), read(other), other)
  })
  expect(faults).toEqual([])
})

// Recipients choose no sender, so their page speaks more languages than the rest.
const ofRecipients = globSync('apps/tracking/src/words/*.json', { cwd: root }).map((path) => path.slice(-7, -5))

test('the recipients’ page also speaks the languages of those whom senders do not ask', () => {
  expect(ofRecipients.toSorted()).toEqual([...languages, ...['it', 'nl', 'pl', 'cs', 'tr', 'uk', 'ar']].toSorted())
})

test.each(ofRecipients)('the recipients’ page says everything in %s, with the same placeholders', (language) => {
  const [own, other] = ['en', language].map((name) => read(`apps/tracking/src/words/${name}.json`))
  expect(listWordFaults(own, other, language)).toEqual([])
  const listHoles = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
  for (const [key, text] of Object.entries<string>(own))
    expect([key, listHoles(other[key])]).toEqual([key, listHoles(text)])
})

// One reader, one kind of speech. Each pattern tells what belongs to the other kind.
const MIXED: [paths: string, speech: string, other: RegExp][] = [
  [
    'apps/*/src/{,frame/}words/{en.json,en/*.json}',
    'English with one word for one thing',
    /(?<![-\w])(aboard|meanwhile|mend|sign of life|mails?(?! server)|canceled)\b/i,
  ],
  [
    'apps/*/src/{,frame/}words/{pt.json,pt/*.json}',
    'the Portuguese of Portugal',
    /(?<!\p{L})(parada|arquivo|contato|registro|senha|salvar|salve|excluir|exclua|tela|usuário|você|celular|planejad|placa|baixar|buscar|condutor)/iu,
  ],
  [
    'apps/planner/src/words/es/*.json',
    'the familiar form of Spanish',
    /(?<!\p{L})(usted|elija|escriba|vuelva a intentar|indique|compruebe|pruebe|haga clic|guárdel[oa]|inténtelo|abra|apunte|añádal[oa]s|arrastre|cancélel[oa]s?|cópiel[oa]|déjel[oa]|describa|elimínel[oa]s?|envíel[oa]|escríbal[oa]|incluya|optimice|permítal[oa]s|pruébel[oa]s|púlsel[oa]|revísel[oa])(?!\p{L})/iu,
  ],
  [
    'apps/{driver,tracking}/src/words/{es.json,es/*.json}',
    'the polite form of Spanish',
    /(?<!\p{L})(tú|tus?|ti|elige|escribe|inténtalo|sal|estás|ponte|has)(?!\p{L})/iu,
  ],
  [
    'apps/*/src/{,frame/}words/{de.json,de/*.json}',
    'German with one word for one thing',
    /(?<![\p{L}-])(fuhrpark|wiederkehrend|fähigkeit|(start|ziel)-depot|losschicken|nadel|mails?(?!\p{L})|handy|wagen)/iu,
  ],
  [
    'apps/*/src/{,frame/}words/{fr.json,fr/*.json}',
    'French with one word for one thing',
    /(?<!\p{L})(conducteur|courriel|livreur|paramètre|comptes? rendu|épingle(?!r)|camionnette)/iu,
  ],
  [
    'apps/*/src/{,frame/}words/{es.json,es/*.json}',
    'Spanish with one word for one thing',
    /(?<!\p{L})((?<!pozo al )depósito(?! a la rueda)|libreta|oficina|bulto|periódico|móvil)/iu,
  ],
  [
    'apps/*/src/{,frame/}words/{pt.json,pt/*.json}',
    'Portuguese with one word for one thing',
    /(?<!\p{L})((?<!poço ao )depósito(?! à roda)|viatura|livro de endereços|ao vivo|pacote)/iu,
  ],
]

test.each(MIXED)('%s speaks %s throughout', (paths, _speech, other) => {
  const texts = globSync(paths, { cwd: root }).flatMap((path) => readFileSync(join(root, path), 'utf8').split('\n'))
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((line) => other.test(line.replace(/^\s*"\w+": /, '')))).toEqual([])
})

// Typography of each language: no line begins with a punctuation mark, quotation marks are the language's own.
const SET_BY_HAND: [paths: string, rule: string, breach: RegExp][] = [
  [
    'apps/*/src/{,frame/}words/{fr.json,fr/*.json}',
    'a space that does not break before : ; ? ! » and after «',
    /[^\s\u00a0][ ]?(?<!\u00a0)[:;?!»](?=\s|$)|«(?!\u00a0)/u,
  ],
  ['apps/*/src/{,frame/}words/{de,fr,es}{.json,/*.json}', 'a space that does not break before %', /(\}\}|\d) ?%/u],
  // Same number format as Intl.
  ['apps/*/src/{,frame/}words/{en,pt}{.json,/*.json}', 'no space before %', /(\}\}|\d)\s%/u],
  ['apps/*/src/{,frame/}words/{de.json,de/*.json}', '„these“ quotation marks', /["”«»]|“(?=\p{L})/u],
  [
    'apps/*/src/{,frame/}words/{es.json,es/*.json}',
    '¿ and ¡ at the beginning, and «these» quotation marks',
    /^[^¿]*\?|^[^¡]*!|[“”"]/u,
  ],
  ['apps/*/src/{,frame/}words/{pt.json,pt/*.json}', '«these» quotation marks', /[“”"]/u],
]

test.each(SET_BY_HAND)('%s has %s', (paths, _rule, breach) => {
  const texts = globSync(paths, { cwd: root })
    // The titles of tables are written by hand in spreadsheets, the texts of SMS are charged by their alphabet.
    .filter((path) => !/server\/src\/frame\/words\/\w+\/(records|tables)\.json$/.test(path))
    .flatMap((path) => [...flattenWords(read(path))])
    .filter(([key]) => !key.endsWith('.sms'))
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter(([, text]) => text.split('\n').some((line) => breach.test(line)))).toEqual([])
})

// One place writes numbers: `createFormats`, and the texts themselves (`createWords`). What would go around it, and by what it is found.
const BY_HAND: [what: string, breach: RegExp][] = [
  ['a percent sign with a space of its own', /(suffix|unit)(=|: )['"]\s?%|[>}\d]\s%(?![\w=])/u],
  ['a count as JavaScript writes it', /(?<![=$])\{(?!\.)[\w.?!]*(\.length|\.size|[cC]ount|_stops|_routes)\}/u],
]

test.each(BY_HAND)('no page of the planner shows %s', (_what, breach) => {
  const pages = globSync('apps/planner/src/**/*.tsx', { cwd: root })
  expect(pages.length).toBeGreaterThan(200)
  const lines = pages.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(lines.filter((line) => breach.test(line))).toEqual([])
})

test('a number by hand is found', () => {
  const breaches = ['suffix=" %"', "suffix: ' %'", '<b>{share} %</b>', '<td>{rows.length}</td>', '<td>{count}</td>']
  const found = breaches.filter((line) => BY_HAND.some(([, breach]) => breach.test(line)))
  expect(found).toEqual(breaches)
})

test('the audit log has a word for all that is noted in it', () => {
  const { action, resource } = read('apps/planner/src/words/en/settings.json').audit
  expect(auditedActions.filter((other) => !(other in action))).toEqual([])
  expect(auditedKinds.filter((kind) => !(kind in resource))).toEqual([])
})
