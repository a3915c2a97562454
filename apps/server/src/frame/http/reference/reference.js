// Search, the theme, the language of the examples, copying, and where the reader is; without it the page is complete too.
const root = document.documentElement
const search = document.getElementById('search')
const operations = [...document.querySelectorAll('.operation')]
const records = [...document.querySelectorAll('.record')]
const entries = new Map([...document.querySelectorAll('nav [data-operation]')].map((li) => [li.dataset.operation, li]))

/** Remembered where the browser allows it. */
const remember = (name, value) => {
  try {
    localStorage.setItem(`routewright.${name}`, value)
  } catch {}
}
const recall = (name) => {
  try {
    return localStorage.getItem(`routewright.${name}`)
  } catch {
    return null
  }
}

function setCall(kind) {
  root.dataset.call = kind
  for (const button of document.querySelectorAll('[data-set-call]')) {
    button.setAttribute('aria-pressed', String(button.dataset.setCall === kind))
  }
}

const rows = [...document.querySelectorAll('tr.found')]
/** What each part says, fields and codes included; read at the first search. */
let texts
const textsOf = () => {
  texts ??= new Map(
    [...operations, ...records, ...rows].map((one) => [
      one,
      `${one.dataset.words ?? ''} ${(one.querySelector('.about') ?? one).textContent}`.toLowerCase(),
    ]),
  )
  return texts
}

/** Whether one word becomes the other by one letter more, less, other, or two changed places. */
function isNear(a, b) {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const [restA, restB] = [a.slice(start), b.slice(start)]
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}

/** The word, or where nothing holds it the one that it was probably meant to be. */
function meant(word) {
  const all = [...textsOf().values()]
  if (word.length < 4 || all.some((text) => text.includes(word))) return word
  const known = new Set(all.flatMap((text) => text.match(/[a-z0-9]+/g) ?? []))
  return [...known].find((one) => isNear(word, one)) ?? word
}

function find() {
  const typed = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  const words = typed.map(meant)
  const isSearching = words.length > 0
  const fits = (element) => !isSearching || words.every((word) => textsOf().get(element).includes(word))
  let count = 0
  for (const one of [...operations, ...records, ...rows]) {
    one.hidden = !fits(one)
    if (!one.hidden) count += 1
  }
  for (const operation of operations) entries.get(operation.id).hidden = operation.hidden
  for (const section of document.querySelectorAll('main > section')) {
    const found = section.querySelectorAll('.operation:not([hidden]), .record:not([hidden]), tr.found:not([hidden])')
    section.hidden = isSearching && found.length === 0
  }
  for (const group of document.querySelectorAll('nav .group')) {
    const list = group.querySelector('ul')
    group.hidden = isSearching && (!list || list.querySelectorAll('li:not([hidden])').length === 0)
  }
  document.getElementById('nothing').hidden = count > 0
  const instead = document.getElementById('instead')
  instead.hidden = count === 0 || words.join(' ') === typed.join(' ')
  instead.querySelector('b').textContent = words.join(' ')
}

search.addEventListener('input', find)
document.addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault()
    search.select()
  } else if (event.key === 'Escape' && document.activeElement === search) {
    search.value = ''
    find()
  }
})
document.addEventListener('click', async (event) => {
  const button = event.target.closest('button')
  if (button?.dataset.setCall) {
    setCall(button.dataset.setCall)
    remember('call', button.dataset.setCall)
  } else if (button?.id === 'theme') {
    const isDark =
      root.dataset.theme === 'dark' ||
      (root.dataset.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
    root.dataset.theme = isDark ? 'light' : 'dark'
    remember('theme', root.dataset.theme)
  } else if (button?.id === 'menu') {
    showMenu(!menu.classList.contains('open'))
  } else if (button?.id === 'own-records') {
    await putInOwn()
  } else if (button?.id === 'own-key') {
    await putInKey(button)
  } else if (button?.dataset.try) {
    openConsole(button)
  } else if (button?.id === 'console-close') {
    document.getElementById('console').close()
  } else if (button?.classList.contains('copy')) {
    await navigator.clipboard?.writeText(button.closest('figure').querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  }
})
const menu = document.getElementById('contents')
function showMenu(isOpen) {
  menu.classList.toggle('open', isOpen)
  document.getElementById('menu').setAttribute('aria-expanded', String(isOpen))
}
menu.addEventListener('click', (event) => event.target.closest('a') && showMenu(false))

/** Puts other texts in place of these, in every example of a call. */
function putIn(pairs) {
  for (const code of document.querySelectorAll('[data-call] code')) {
    const filled = pairs.reduce((text, [from, to]) => text.replaceAll(from, to), code.textContent)
    if (filled !== code.textContent) code.textContent = filled
  }
}

/** What the service answers to whoever is signed in here; undefined where nobody is, or the person may not. */
async function ask(path, options) {
  const answer = await fetch(path, options).catch(() => undefined)
  return answer?.ok ? answer.json() : undefined
}

const ownButton = document.getElementById('own-records')

/** Examples of somebody who is signed in name records of one's own, as far as there are any. */
async function putInOwn() {
  const project = (await ask('/v2/projects?limit=1'))?.docs[0]
  if (!project) {
    remember('own', 'no')
    ownButton.textContent = 'Sign in to the planner in this browser first'
    return
  }
  remember('own', 'yes')
  ownButton.hidden = true
  const first = async (path) => (await ask(`${path}&limit=1`))?.docs?.[0]
  const of = `project_id=${project.id}`
  const [plan, vehicle, client, zones] = await Promise.all([
    first(`/v2/plans?${of}`),
    first(`/v2/vehicles?${of}`),
    first(`/v2/clients?${of}`),
    ask(`/v2/project/${project.id}/zones`),
  ])
  const stops = plan && (await ask(`/v2/plan/${plan.id}/stops?limit=1`))
  const routes = plan && (await ask(`/v2/plan/${plan.id}/routes?limit=1`))
  const stop = stops?.[0]
  const own = { project, plan, vehicle, client, stop, zone: zones?.[0], route: routes?.[0], task: stop?.tasks[0] }
  const examples = JSON.parse(document.getElementById('content').dataset.ids)
  putIn([
    ...Object.entries(own).flatMap(([kind, record]) => (record ? [[examples[kind], record.id]] : [])),
    ['$ROUTEWRIGHT_URL', location.origin],
    ['process.env.ROUTEWRIGHT_URL!', `'${location.origin}'`],
  ])
  const note = document.getElementById('own')
  note.querySelector('b').textContent = project.label ?? project.id
  note.hidden = false
}

/** A key is made only when somebody asks for it: it stays valid until it is deleted in the settings. */
async function putInKey(button) {
  const headers = { 'content-type': 'application/json' }
  const made = await ask('/app/v1/api_key', { method: 'POST', headers, body: '{"label":"Reference page"}' })
  if (!made) {
    button.textContent = 'You may not make keys'
    return
  }
  putIn([
    ['$ROUTEWRIGHT_KEY', made.key],
    ['process.env.ROUTEWRIGHT_KEY!', `'${made.key}'`],
  ])
  button.textContent = 'It is in the examples; delete it in the settings'
  button.disabled = true
}

// The console: one window for all operations, filled for the one that it was opened from.
const consoleWindow = document.getElementById('console')
const consoleForm = consoleWindow.querySelector('form')
const consoleFields = document.getElementById('console-fields')
const consoleAnswer = document.getElementById('console-answer')
let tried
for (const button of document.querySelectorAll('[data-try]')) button.hidden = false

function openConsole(button) {
  tried = JSON.parse(button.dataset.try)
  document.getElementById('console-title').textContent = `${tried.method} ${tried.path}`
  consoleAnswer.hidden = true
  // Records of one's own that were put into the examples stand in the printed command.
  const printed = button.closest('.calls').querySelector('[data-call=curl] code').textContent
  const ownBody = /-d '([\s\S]*)'$/.exec(printed)?.[1].replaceAll("'\\''", "'")
  const ownPath = /"[^"/]*(?:\/\/[^/"]*)?(\/[^?"]*)\?([^"]*)"/.exec(printed)
  const segments = ownPath?.[1].split('/') ?? []
  const ownQuery = new URLSearchParams(ownPath?.[2])
  const inPath = [...tried.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const ownOf = (name) =>
    inPath.includes(name) ? segments[tried.path.split('/').indexOf(`{${name}}`)] : ownQuery.get(name)
  const fields = [...inPath, ...tried.query].map((name) =>
    field(name, 'input', { value: ownOf(name) ?? tried.values[name] ?? '', required: inPath.includes(name) }),
  )
  if (tried.takesBody)
    fields.push(
      field('Body (JSON)', 'textarea', { name: '', id: 'console-body', rows: 10, value: ownBody ?? tried.body ?? '' }),
    )
  if (tried.upload) fields.push(field('File', 'input', { type: 'file', name: '', id: 'console-file', required: true }))
  consoleFields.replaceChildren(...fields)
  consoleWindow.showModal()
}

function field(text, tag, settings) {
  const label = document.createElement('label')
  const input = Object.assign(document.createElement(tag), {
    name: text,
    autocomplete: 'off',
    spellcheck: false,
    ...settings,
  })
  label.append(text, input)
  return label
}

consoleForm.addEventListener('submit', async (event) => {
  event.preventDefault()
  const given = [...consoleFields.querySelectorAll('input')].filter(({ name, value }) => name && value !== '')
  const inPath = (name) => tried.path.includes(`{${name}}`)
  const path = given.reduce(
    (text, { name, value }) => text.replace(`{${name}}`, () => encodeURIComponent(value)),
    tried.path,
  )
  const query = new URLSearchParams(given.flatMap(({ name, value }) => (inPath(name) ? [] : [[name, value]])))
  query.set('private_key', consoleForm.elements.private_key.value)
  const [file, json] = [document.getElementById('console-file'), document.getElementById('console-body')?.value]
  const options = { method: tried.method, cache: 'no-store', credentials: 'omit', redirect: 'manual' }
  if (file) {
    options.body = new FormData()
    options.body.append('file', file.files[0])
  } else if (json) Object.assign(options, { body: json, headers: { 'content-type': 'application/json' } })
  const submit = consoleForm.querySelector('[type=submit]')
  submit.disabled = true
  const begun = performance.now()
  try {
    const answer = await fetch(`${path}?${query}`, options)
    const text = await answer.text()
    showAnswer(String(answer.status), performance.now() - begun, [...answer.headers], pretty(text))
  } catch (error) {
    showAnswer('No answer', performance.now() - begun, [], String(error))
  }
  submit.disabled = false
})

function showAnswer(status, milliseconds, headers, body) {
  consoleAnswer.querySelector('.status').textContent = status
  consoleAnswer.querySelector('p .quiet').textContent = `${Math.round(milliseconds)} ms`
  const [head, content] = consoleAnswer.querySelectorAll('code')
  head.textContent = headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  content.textContent = body || 'no body'
  consoleAnswer.hidden = false
  consoleAnswer.scrollIntoView({ block: 'nearest' })
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

// A link to something that the search hides shows it again.
addEventListener('hashchange', () => {
  const target = document.getElementById(location.hash.slice(1))
  if (!target?.closest('[hidden]')) return
  search.value = ''
  find()
  target.scrollIntoView()
})

const watching = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) {
      const link = entries.get(target.id).firstElementChild
      if (!isIntersecting) link.removeAttribute('aria-current')
      else link.setAttribute('aria-current', 'true')
    }
  },
  { rootMargin: '-20% 0px -75% 0px' },
)
for (const operation of operations) watching.observe(operation)

root.dataset.theme = recall('theme') ?? 'auto'
setCall(recall('call') ?? 'curl')
if (recall('own') === 'yes') putInOwn()
