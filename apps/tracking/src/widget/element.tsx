// <routewright-slots>: the choice of a window in a shop's checkout. A form that it stands in sends what is held.
import { type ComponentChild, render } from 'preact'
import { checkoutCalls } from './calls.ts'
import { Chooser, type Held } from './chooser.tsx'
import { styleSheet } from './style.ts'
import { chooseLanguage, speak } from './words.ts'

/** Where this script came from, which is where the service is; a shop that serves it by itself names the service. */
const home = document.currentScript instanceof HTMLScriptElement ? new URL(document.currentScript.src).origin : ''

class SlotsElement extends HTMLElement {
  static readonly formAssociated = true
  static readonly observedAttributes = ['token', 'lang', 'service', 'theme', 'required']
  readonly #internals = this.attachInternals()
  readonly #root = this.attachShadow({ mode: 'open', delegatesFocus: true })
  readonly #sheet = styleSheet()
  #held: Held | undefined

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [this.#sheet]
    this.#draw()
  }

  disconnectedCallback(): void {
    render(null, this.#root)
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#draw()
  }

  /** The present hold, for pages that send no form. */
  get held(): Held | undefined {
    return this.#held
  }

  #draw(): void {
    const token = this.getAttribute('token')
    this.#keep(this.#held)
    render(token ? this.#chooser(token) : null, this.#root)
  }

  #chooser(token: string): ComponentChild {
    const service = this.getAttribute('service') ?? home
    return (
      <Chooser
        key={`${service} ${token}`}
        calls={checkoutCalls(service, token)}
        wish={this.getAttribute('lang') || undefined}
        sheet={this.#sheet}
        theme={this.getAttribute('theme') ?? 'light'}
        onHeld={(held, isRunOut) => this.#keep(held, isRunOut)}
      />
    )
  }

  /** Tells the form and whoever listens; a form that needs a window is not sent without. */
  #keep(held: Held | undefined, isRunOut = false): void {
    const before = this.#held
    this.#held = held
    this.#internals.setFormValue(findForm(this.getAttribute('name') ?? 'slot_promise_id', held))
    const say = speak(chooseLanguage(this.getAttribute('lang') || undefined))
    const isMissing = this.hasAttribute('required') && !held
    this.#internals.setValidity(isMissing ? { valueMissing: true } : {}, isMissing ? say('title') : undefined)
    if (before?.slot_promise_id === held?.slot_promise_id) return
    const [type, detail] = held ? ['held', held] : [isRunOut ? 'expired' : 'released', before]
    this.dispatchEvent(new CustomEvent(`routewright:${type}`, { detail, bubbles: true, composed: true }))
  }
}

function findForm(name: string, held: Held | undefined): FormData | null {
  if (!held) return null
  const form = new FormData()
  form.set(name, held.slot_promise_id)
  return form
}

if (!customElements.get('routewright-slots')) customElements.define('routewright-slots', SlotsElement)
