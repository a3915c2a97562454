// The look of the checkout, shut off from the page around it. A sheet made by script, as shops' policies often let no other in.
import { brandColors } from '../view/brand-colors.ts'

const rules = `
:host { display: block; color-scheme: light; --ground: #ffffff; --text: #16202b; --muted: #52606d; --line: #6b7a89; --brand: #1f5fd6; --on-brand: #ffffff; --ink: #1f5fd6; --bad: #b42318; --good: #17694a }
:host([hidden]) { display: none }
.box { box-sizing: border-box; padding: 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; text-align: start; overflow-wrap: anywhere }
.box * { box-sizing: border-box }
h3 { margin: 0 0 8px; font-size: 1.125rem; line-height: 1.3 }
p { margin: 0 0 12px }
.muted { color: var(--muted); font-size: .9375rem }
.bad { color: var(--bad) }
.told { padding: 8px 12px; border-radius: 8px; border: 1px solid var(--line) }
.chosen { font-size: 1.125rem; font-weight: 600 }
fieldset { margin: 0 0 12px; padding: 0; border: 0; min-width: 0 }
legend { padding: 0; margin: 0 0 6px; font-weight: 600 }
.windows { display: grid; grid-template-columns: repeat(auto-fill, minmax(132px, 1fr)); gap: 8px }
label.window { display: block; position: relative; padding: 8px 10px 8px 34px; min-height: 44px; border: 1px solid var(--line); border-radius: 8px; cursor: pointer }
label.window input { position: absolute; left: 10px; top: 14px; margin: 0; width: 16px; height: 16px; accent-color: var(--brand) }
label.window:has(input:checked) { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink) }
label.window:focus-within { outline: 3px solid var(--ink); outline-offset: 2px }
label.window input:focus { outline: none }
label.window span { display: block; font-size: .875rem; color: var(--muted) }
label.window .green { color: var(--good) }
.row { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 4px }
button { min-height: 44px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--ground); color: var(--text); font: inherit; cursor: pointer }
button.main { border-color: var(--brand); background: var(--brand); color: var(--on-brand); font-weight: 600 }
button.link { min-height: 24px; padding: 0; border: 0; background: none; color: var(--ink); text-decoration: underline }
button:disabled { opacity: .55; cursor: default }
button:focus-visible, input[type=text]:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
.field { display: grid; gap: 4px; margin-bottom: 12px }
input[type=text] { width: 100%; min-height: 44px; padding: 8px 10px; border: 1px solid var(--line); border-radius: 8px; background: var(--ground); color: var(--text); font: inherit }
.said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
`
const darkRules =
  ':host { color-scheme: dark; --ground: #161d26; --text: #eef2f6; --muted: #aab6c2; --line: #7b8a99; --ink: #76a7ff; --bad: #ff9d94; --good: #7fd6ae }'

export function styleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  return sheet
}

/** The seller's colour, moved as far as it must be to be read. */
export function paint(sheet: CSSStyleSheet, theme: string, color: string | undefined): void {
  const isDark = theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  const { brand, onBrand, ink } = brandColors(color ?? '#1f5fd6', isDark ? '#161d26' : '#ffffff')
  const colors = `:host { --brand: ${brand}; --on-brand: ${onBrand}; --ink: ${ink} }`
  sheet.replaceSync(`${rules}${isDark ? darkRules : ''}${colors}`)
}
