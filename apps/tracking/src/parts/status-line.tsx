// The line under a form that says what became of it, read out by screen readers.
import type { Saving } from './use-saving.ts'

export function StatusLine({ saving }: { saving: Saving }) {
  return (
    <p class={saving.isError ? 'answer error' : 'answer'} role="status">
      {saving.text}
    </p>
  )
}
