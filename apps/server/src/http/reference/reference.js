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

function find() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (element) => words.every((word) => element.dataset.words.includes(word))
  let count = 0
  for (const operation of operations) {
    operation.hidden = !fits(operation)
    entries.get(operation.id).hidden = operation.hidden
    if (!operation.hidden) count += 1
  }
  for (const record of records) {
    record.hidden = !fits(record)
    if (!record.hidden) count += 1
  }
  const isSearching = words.length > 0
  for (const section of document.querySelectorAll('main > section')) {
    const found = section.querySelectorAll('.operation:not([hidden]), .record:not([hidden])').length
    section.hidden = isSearching && found === 0
  }
  for (const group of document.querySelectorAll('nav .group')) {
    const list = group.querySelector('ul')
    group.hidden = isSearching && (!list || list.querySelectorAll('li:not([hidden])').length === 0)
  }
  document.getElementById('nothing').hidden = count > 0
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
  } else if (button?.classList.contains('copy')) {
    await navigator.clipboard?.writeText(button.closest('figure').querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  }
})
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
