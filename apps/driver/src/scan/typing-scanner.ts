// Scanners that type: handheld devices send the code as keys, fast, and Enter at its end. No field needs the focus.
import { useLayoutEffect, useRef } from 'react'

/** A pause this long between two keys ends a code that was not finished; scanners make none, not even by radio on a busy phone. */
const SLOWEST_MILLISECONDS = 500
/** Shorter is what a hand strikes by chance. */
const FEWEST_KEYS = 4

/** Tells codes that a scanner types while no field has the focus. */
export function useTypingScanner(onCode: (code: string) => void): void {
  const tell = useRef(onCode)
  tell.current = onCode
  // Before the screen is shown: whoever sees it may scan.
  useLayoutEffect(() => {
    const scan = collectKeys((code) => tell.current(code))
    document.addEventListener('keydown', scan, { capture: true })
    return () => document.removeEventListener('keydown', scan, { capture: true })
  }, [])
}

function collectKeys(onCode: (code: string) => void): (event: KeyboardEvent) => void {
  let typed = ''
  let lastAt = Number.NEGATIVE_INFINITY
  return (event) => {
    if (isField(event.target)) return
    if (event.timeStamp - lastAt > SLOWEST_MILLISECONDS) typed = ''
    if (event.key !== 'Enter') {
      const sign = readKey(event)
      if (sign === undefined) return
      // A blank within a code must not press the button or tick the box that has the focus.
      if (sign === ' ' && typed !== '') event.preventDefault()
      lastAt = event.timeStamp
      typed += sign
      return
    }
    if (typed.length < FEWEST_KEYS) return
    // Else Enter would press the button that has the focus.
    event.preventDefault()
    event.stopPropagation()
    const code = typed
    typed = ''
    onCode(code)
  }
}

/** The character of a key; the separator of GS1 labels is typed as Ctrl and ]. */
function readKey({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): string | undefined {
  if (ctrlKey && key === ']') return '\x1d'
  const isShortcut = (ctrlKey || metaKey) && !altKey
  return key.length === 1 && !isShortcut ? key : undefined
}

/** Fields take what is typed by themselves; boxes to tick do not. */
function isField(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=file])')
  )
}
