// Holds taps back while something is being finished: the second of two quick taps must not meet the screen that follows.

/** So long after the following screen was drawn a tap was still meant for the last one. */
const REST_MILLISECONDS = 350

let holders = 0

/** Lies over the page: with a rule for the page itself a slow phone would look at every element of it. */
const cover = document.createElement('div')
cover.className = 'cover'

/** Lets no tap through until the returned function is called and what is shown then has been drawn. */
export function holdTaps(): () => void {
  holders += 1
  document.body.append(cover)
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    afterDrawing(() => setTimeout(release, REST_MILLISECONDS))
  }
}

function release(): void {
  holders -= 1
  if (holders === 0) cover.remove()
}

function afterDrawing(then: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(then))
}
