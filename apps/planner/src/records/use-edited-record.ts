// A record of a list that is made, changed or deleted in a form; the list follows.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fields, Kept } from '../forms/save-seen.ts'
import { noteSuccess } from '../shell/notices.tsx'
import { useProject } from '../shell/session.ts'

interface Seen {
  seenUpdatedAt: string
}

interface EditedRecordOptions<Row> {
  /** Keys of the record: of its words, of the list's queries, and of its drafts. */
  kind: { words: string; list: string; draft: string }
  nameOf(row: Row): string
  /** How the service is called; changes are refused when the record is no longer as it was seen. */
  create(body: Fields): Promise<unknown>
  update(id: string, change: Fields, seen: Seen, over: Row): Promise<unknown>
  remove(id: string, seen: Seen): Promise<unknown>
  read(id: string): Promise<Row>
}

/** `form` is what `RecordForm` takes beside its fields; missing while nothing is open. */
export function useEditedRecord<Row extends Kept & { id: string }>(options: EditedRecordOptions<Row>) {
  const { kind, nameOf, create, update, remove, read } = options
  const { t } = useTranslation([kind.words, 'records'])
  const project = useProject()
  const queries = useQueryClient()
  const [open, setOpen] = useState<Row | 'new' | undefined>()
  const changed = () => queries.invalidateQueries({ queryKey: [kind.list, project.id] })
  const stored = open === 'new' ? undefined : open
  const makeSeen = (over: Kept): Seen => ({ seenUpdatedAt: over.updated_at })
  const saved = () => {
    noteSuccess(t('records:saved'))
    return changed()
  }
  const form = open && {
    words: kind.words,
    title: stored ? t('edit', { name: nameOf(stored) }) : t('new'),
    stored,
    draftKey: `${kind.draft}.${stored?.id ?? `new.${project.id}`}`,
    onClose: () => setOpen(undefined),
    create: (body: Fields) => create(body).then(saved),
    update: (change: Fields, over: Row) => update(over.id, change, makeSeen(over), over).then(saved),
    read: () => read(stored!.id),
    deletion: stored && {
      text: t('delete_text', { name: nameOf(stored) }),
      run: (over: Row) => remove(over.id, makeSeen(over)).then(changed),
    },
  }
  return { open: (row: Row) => setOpen(row), begin: () => setOpen('new'), changed, form }
}
