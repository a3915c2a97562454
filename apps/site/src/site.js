// Search, light or dark, the contents on a phone, and copying; without it every page can be read as well.

const base = document.querySelector('script[data-base]').dataset.base
const root = document.documentElement
const field = document.getElementById('search')
const found = document.getElementById('found')
const menu = document.getElementById('menu')
const contents = document.getElementById('contents')

// Links of the time when the first page was the reference of the interface.
if (
  document.body.className === 'first' &&
  location.hash.length > 1 &&
  !document.getElementById(location.hash.slice(1))
) {
  location.replace(`/docs/reference${location.hash}`)
}

root.classList.add('scripted')
for (const hidden of document.querySelectorAll('header [hidden]:not(#found)')) hidden.hidden = false
contents.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })

/** The index and what reads it come when somebody searches for the first time. */
let loading
function loadIndex() {
  loading ??= Promise.all([
    import(`${base}assets/minisearch.js`),
    import(`${base}assets/search-options.js`),
    fetch(`${base}assets/search.json`).then((answer) => answer.text()),
  ]).then(([{ default: MiniSearch }, { searchOptions }, text]) => MiniSearch.loadJSON(text, searchOptions))
  return loading
}

let asked = 0
async function search() {
  const question = field.value.trim()
  asked += 1
  const mine = asked
  if (question === '') return show([])
  const results = (await loadIndex()).search(question).slice(0, 12)
  if (mine === asked) show(results, question)
}

function show(results, question = '') {
  const lines = results.map(({ id, heading, page, about }, index) => {
    const line = Object.assign(document.createElement('li'), { role: 'option', id: `found-${index}` })
    const link = Object.assign(document.createElement('a'), { href: base + id, tabIndex: -1 })
    const more = document.createElement('span')
    more.className = 'quiet'
    more.textContent = heading === page ? about : `${page} · ${about}`
    link.append(heading, more)
    line.append(link)
    line.setAttribute('aria-selected', 'false')
    return line
  })
  if (question !== '' && lines.length === 0) {
    const none = Object.assign(document.createElement('li'), { className: 'none', role: 'option' })
    none.textContent = 'Nothing found. Fewer or other words may help.'
    lines.push(none)
  }
  found.replaceChildren(...lines)
  found.hidden = lines.length === 0
  field.setAttribute('aria-expanded', String(lines.length > 0))
  select(results.length > 0 ? 0 : -1)
}

function selected() {
  return [...found.children].findIndex((line) => line.getAttribute('aria-selected') === 'true')
}

function select(index) {
  for (const [place, line] of [...found.children].entries()) {
    line.setAttribute('aria-selected', String(place === index))
    if (place === index) line.scrollIntoView({ block: 'nearest' })
  }
  if (index >= 0) field.setAttribute('aria-activedescendant', `found-${index}`)
  else field.removeAttribute('aria-activedescendant')
}

field.addEventListener('focus', () => loadIndex().catch(() => (loading = undefined)))
field.addEventListener('input', () => search())
field.addEventListener('keydown', (event) => {
  const links = found.querySelectorAll('a')
  if (event.key === 'Escape') {
    field.value = ''
    show([])
  } else if (event.key === 'Enter') links[selected()]?.click()
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    const step = event.key === 'ArrowDown' ? 1 : -1
    if (links.length > 0) select((selected() + step + links.length) % links.length)
  }
})

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return
  event.preventDefault()
  field.focus()
})

document.addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (!event.target.closest('.search') || event.target.closest('#found a')) {
    found.hidden = true
    field.setAttribute('aria-expanded', 'false')
  }
  if (button === menu) menu.setAttribute('aria-expanded', String(contents.classList.toggle('open')))
  else if (button?.id === 'theme') turnTheme()
  else if (button?.className === 'copy') copy(button)
})

function turnTheme() {
  const { theme } = root.dataset
  const isDark = theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = isDark ? 'light' : 'dark'
  try {
    localStorage.setItem('routewright.theme', root.dataset.theme)
  } catch {
    // Kept for this page only.
  }
}

for (const figure of document.querySelectorAll('figure.code')) {
  figure.append(
    Object.assign(document.createElement('button'), { type: 'button', className: 'copy', textContent: 'Copy' }),
  )
}

async function copy(button) {
  await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent)
  button.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 2000)
}
