// Text that is kept while it is typed: the field follows the fingers, the phone's database follows the field.
import { useEffect, useRef, useState } from 'react'

/** The text as typed; what was kept before shows once it was read. */
export function useTyped(kept: string, keep: (text: string) => void) {
  const [value, setValue] = useState(kept)
  const isTouched = useRef(false)
  useEffect(() => {
    if (!isTouched.current) setValue(kept)
  }, [kept])
  return {
    value,
    set(text: string) {
      isTouched.current = true
      setValue(text)
      keep(text)
    },
  }
}

interface Props {
  label: string
  value: string
  onChange: (text: string) => void
  rows: number
}

export function Draft({ label, value, onChange, rows }: Props) {
  const typed = useTyped(value, onChange)
  return (
    <label className="field">
      <span>{label}</span>
      <textarea
        rows={rows}
        maxLength={10_000}
        value={typed.value}
        onChange={(event) => typed.set(event.target.value)}
      />
    </label>
  )
}
