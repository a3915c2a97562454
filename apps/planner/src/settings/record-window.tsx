// The window of a record that the settings list: its form and, when saving it made a secret, that secret once.
import { Modal, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../forms/field-grid.tsx'
import type { Field } from '../forms/fields.ts'
import { FormFoot } from '../forms/form-foot.tsx'
import type { RecordForm } from '../forms/use-record-form.tsx'
import { noteSuccess } from '../shell/notices.tsx'
import { ShownOnce } from './shown-once.tsx'

interface RecordWindowProps {
  title: string
  fields: readonly Field[]
  form: RecordForm
  /** The secret, or nothing; with what is said of it. */
  secret: string
  secretText: string
  onClose(): void
}

export function RecordWindow({ title, fields, form, secret, secretText, onClose }: RecordWindowProps) {
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeOnClickOutside={false} closeOnEscape={secret === ''}>
      {secret ? (
        <ShownOnce text={secretText} value={secret} onClose={onClose} />
      ) : (
        <form id={form.id} onSubmit={form.onSubmit}>
          <Stack>
            <FieldGrid fields={fields} form={form} isNarrow />
            <FormFoot form={form} hasNoCancel />
          </Stack>
        </form>
      )}
    </Modal>
  )
}

interface Listed {
  id: string
  updated_at: string
}

interface ListedRecordOptions<Stored extends Listed> {
  stored: Stored | undefined
  /** Prefix of its words in the settings: `gone`, `delete` and `delete_text` stand below. */
  words: 'orders' | 'trackers' | 'webhooks'
  list(): Promise<Stored[]>
  erase(seenUpdatedAt: string): Promise<unknown>
  onSaved(): Promise<unknown>
  onClose(): void
}

/** The shared state of such forms, and the secret that is to be shown once. */
export function useListedRecord<Stored extends Listed>(options: ListedRecordOptions<Stored>) {
  const { stored, words, list, erase, onSaved, onClose } = options
  const { t } = useTranslation(['settings', 'records'])
  const made = useRef<string | undefined>(undefined)
  const [secret, setSecret] = useState('')
  return {
    secret,
    /** After it was saved: `newSecret` is shown when the form ends. */
    async saved(newSecret: string | undefined) {
      made.current = newSecret
      noteSuccess(t('records:saved'))
      await onSaved()
    },
    calls: {
      async read() {
        const now = (await list()).find(({ id }) => id === stored!.id)
        if (!now) throw new Error(t(`${words}.gone`))
        return now
      },
      deletion: stored && {
        title: t(`${words}.delete`),
        text: t(`${words}.delete_text`),
        run: ({ updated_at }: Stored) => erase(updated_at).then(onSaved),
      },
      onClose: () => (made.current ? setSecret(made.current) : onClose()),
    },
  }
}
