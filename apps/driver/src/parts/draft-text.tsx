// Text that is kept while it is typed: the field follows the fingers, the phone's database follows the field.
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The value as typed or chosen; what was kept before shows once it was read. */
export function useTyped<Value>(kept: Value, keep: (value: Value) => void) {
  const [value, setValue] = useState(kept)
  const isTouched = useRef(false)
  useEffect(() => {
    if (!isTouched.current) setValue(kept)
  }, [kept])
  return {
    value,
    set(typed: Value) {
      isTouched.current = true
      setValue(typed)
      keep(typed)
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

/** Field for the driver's comments. */
export function Comments(field: Pick<Props, 'value' | 'onChange'>) {
  const { t } = useTranslation()
  return (
    <section className="part">
      <Draft label={t('proof.comments')} {...field} rows={3} />
    </section>
  )
}
