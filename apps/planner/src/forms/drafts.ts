// Drafts kept in this tab: one that is closed or reloaded by mistake loses no input.
import type { Draft } from './form-state.ts'

export function readDraft<Stored>(key: string): Draft<Stored> | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(`draft.${key}`) ?? 'null') as Partial<Draft<Stored>> | null
    return draft?.values ? { values: draft.values, seen: draft.seen } : undefined
  } catch {
    return undefined
  }
}

/** Undefined throws the draft away. */
export function writeDraft(key: string, draft: Draft<unknown> | undefined): void {
  try {
    if (draft) sessionStorage.setItem(`draft.${key}`, JSON.stringify(draft))
    else sessionStorage.removeItem(`draft.${key}`)
  } catch {
    // A browser that keeps nothing still has what is on the screen.
  }
}
