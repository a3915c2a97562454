// Responds for the page without a connection: a quiet page that opens the delivery as soon as there is one. Nothing of a delivery
// is stored.

/** Title, text and button by language, as the build reads them from the words of the page. */
declare const __OFFLINE_WORDS__: Record<string, { title: string; text: string; retry: string }>

interface FetchEvent extends Event {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface Worker {
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'install', listener: () => void): void
  skipWaiting(): Promise<void>
}
const worker = self as unknown as Worker

worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(answerOffline))
})

function answerOffline(): Response {
  const wishes = navigator.languages.map((wish) => wish.toLowerCase().split('-')[0] ?? '')
  const language = wishes.find((wish) => Object.hasOwn(__OFFLINE_WORDS__, wish)) ?? 'en'
  return new Response(drawPage(language), {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

const style = `:root{color-scheme:light dark;font-family:system-ui,sans-serif}
body{display:grid;place-content:center;min-height:90vh;margin:0;padding:1.5rem;text-align:center;line-height:1.5}
h1{margin:0;font-size:1.5rem}button{font:inherit;min-height:3rem;padding:0 1.5rem;border-radius:.75rem;border:1px solid}`

/** Some phones report a connection too early, some never: the page tries again every five seconds. */
const script = `const look=()=>fetch(location.href).then(()=>location.reload(),()=>{});addEventListener('online',look);setInterval(look,5000)`

function drawPage(language: string): string {
  const { title, text, retry } = __OFFLINE_WORDS__[language]!
  return `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style>
<main><h1>${title}</h1><p>${text}</p><button onclick="location.reload()">${retry}</button></main>
<script>${script}</script></html>`
}
