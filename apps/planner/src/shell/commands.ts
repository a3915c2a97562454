// Commands: what one part of the screen asks for without knowing the part that does it.
import { useEffect, useRef } from 'react'

export interface Command {
  /** Asks for it. Nothing happens while nobody on screen can do it. */
  give(): void
  /** Runs the action from now on; returns how to end that. */
  listen(listener: () => void): () => void
}

export function createCommand(): Command {
  const listeners = new Set<() => void>()
  return {
    give() {
      for (const listener of listeners) listener()
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Does what is asked for while the component is on screen. */
export function useCommand(command: Command, listener: () => void): void {
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => command.listen(() => latest.current()), [command])
}

/** Shows the sheet of all keys; only the plan editor has one. */
export const showKeys = createCommand()
