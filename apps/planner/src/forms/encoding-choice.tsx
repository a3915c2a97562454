// The encoding of text files: chosen for a file that came out wrong, or for all files of a source.
import { Select, type SelectProps } from '@mantine/core'
import { type Encoding, encodings } from '@routewright/contract/encodings'
import { useTranslation } from 'react-i18next'

interface EncodingChoiceProps extends Pick<SelectProps, 'w' | 'disabled' | 'description'> {
  value: Encoding | undefined
  /** The encoding in force where none is chosen, where that is possible. */
  guessed?: string
  onChange(encoding: Encoding | undefined): void
}

export function EncodingChoice({ value, guessed, onChange, ...look }: EncodingChoiceProps) {
  const { t } = useTranslation('shell')
  return (
    <Select
      {...look}
      label={t('encoding')}
      allowDeselect={false}
      value={value ?? ''}
      data={[...(guessed === undefined ? [] : [{ value: '', label: guessed }]), ...encodings]}
      onChange={(chosen) => onChange((chosen || undefined) as Encoding | undefined)}
    />
  )
}
