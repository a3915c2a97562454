// The page for unsubscribing from the mails: one question, one button, in the language of the browser.
import { weeklyWords } from './compose-weekly-mail.ts'

const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Routewright</title><!-- style --></head>
<body><main><h1></h1><p role="status"></p><button type="button"></button></main><!-- script --></body></html>
`

const css = `
:root { color-scheme: light dark; font: 1.05rem/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; place-items: center; min-height: 100vh; }
main { max-width: 26rem; padding: 1.5rem; }
h1 { font-size: 1.35rem; }
button { font: inherit; font-weight: 600; padding: 0.7rem 1.3rem; border: 0; border-radius: 8px; background: #1f5fd6; color: #fff; cursor: pointer; }
button[hidden] { display: none; }
`

const texts = Object.fromEntries(
  Object.entries(weeklyWords).map(([language, { page_title, page_text, page_button, page_done, page_failed }]) => [
    language,
    { page_title, page_text, page_button, page_done, page_failed },
  ]),
)

const script = `
const texts = ${JSON.stringify(texts)}
const language = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((one) => one in texts) ?? 'en'
const words = texts[language]
document.documentElement.lang = language
document.title = words.page_title
const [title, text, button] = ['h1', 'p', 'button'].map((name) => document.querySelector(name))
title.textContent = words.page_title
text.textContent = words.page_text
button.textContent = words.page_button
button.addEventListener('click', async () => {
  button.disabled = true
  const answer = await fetch(location.pathname + '/end', { method: 'POST' }).catch(() => undefined)
  text.textContent = answer?.ok ? words.page_done : words.page_failed
  button.hidden = answer?.ok === true
  button.disabled = false
})
`

/** The parts of the page. */
export const weeklyMailPage = { html, css, script }
