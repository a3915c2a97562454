// A record of a list that is made, changed or deleted in a form; the list follows.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noteSuccess } from '../shell/notices.tsx'
import type { Kept } from '../shell/save-seen.ts'
import { useProject } from '../shell/session.ts'

type Body = Record<string, unknown>

interface Seen {
  seenUpdatedAt: string
}

interface EditedRecordOptions<Row> {
  /** Of its words, and of the list's queries. */
  kind: { words: string; list: string; draft: string }
  nameOf(row: Row): string
  /** How the service is called; changes are refused when the record is no longer as it was seen. */
  create(body: Body): Promise<unknown>
  update(id: string, body: Body, seen: Seen): Promise<unknown>
  remove(id: string, seen: Seen): Promise<unknown>
  read(id: string): Promise<object>
}

/** `form` is what `RecordForm` takes beside its fields; missing while nothing is open. */
export function useEditedRecord<Row extends { id: string }>(options: EditedRecordOptions<Row>) {
  const { kind, nameOf, create, update, remove, read } = options
  const { t } = useTranslation([kind.words, 'records'])
  const project = useProject()
  const queries = useQueryClient()
  const [open, setOpen] = useState<Row | 'new' | undefined>()
  const changed = () => queries.invalidateQueries({ queryKey: [kind.list, project.id] })
  const record = open === 'new' ? undefined : open
  const seenOf = (over: Kept): Seen => ({ seenUpdatedAt: over.updated_at })
  const form = open && {
    namespace: kind.words,
    title: record ? t('edit', { name: nameOf(record) }) : t('new'),
    record,
    draftKey: `${kind.draft}.${record?.id ?? `new.${project.id}`}`,
    onClose: () => setOpen(undefined),
    async onSave(body: Body, over?: Kept) {
      if (record && over) await update(record.id, body, seenOf(over))
      else await create(body)
      noteSuccess(t('records:saved'))
      await changed()
    },
    ...(record && {
      onRead: () => read(record.id),
      deleteText: t('delete_text', { name: nameOf(record) }),
      async onDelete(over: Kept) {
        await remove(record.id, seenOf(over))
        await changed()
      },
    }),
  }
  return { open: (row: Row) => setOpen(row), begin: () => setOpen('new'), changed, form }
}
