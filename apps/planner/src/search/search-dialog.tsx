// The search over everything: type an order, a parcel, a phone number or a name; the arrows choose, Enter opens.

import { Kbd, Loader, Modal, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import * as operations from '@routewright/client/operations'
import type { Finding } from '@routewright/contract'
import { IconAddressBook, IconCalendarEvent, IconMapPin, IconSearch, IconTruck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../shell/failure.ts'
import { useSearchDialog } from '../shell/search-dialog-state.ts'
import { useFormats, useProject, useProjectChoice, useProjects } from '../shell/session.ts'
import { EmptyPart } from '../shell/states.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import classes from './search-dialog.module.css'

const icons = { stop: IconMapPin, plan: IconCalendarEvent, vehicle: IconTruck, client: IconAddressBook }

export function SearchDialog() {
  const { t } = useTranslation(['search', 'shell'])
  const { close } = useSearchDialog()
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text.trim(), 160)
  const listId = useId()
  const open = useOpen(close)
  const { data, error, isFetching } = useFindings(typed)
  const findings = typed.length >= 2 ? (data?.findings ?? []) : []
  const { list, chosen, setChosen, onKeyDown } = useChosen(findings, typed, listId, open)
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      padding={0}
      size={640}
      yOffset="12vh"
      centered={false}
      attributes={{ content: { 'aria-label': t('shell:search') } }}
    >
      <TextInput
        data-autofocus
        size="lg"
        variant="unstyled"
        className={classes.input!}
        leftSection={<IconSearch size={20} stroke={1.6} />}
        rightSection={isFetching ? <Loader size={16} /> : null}
        placeholder={t('placeholder')}
        aria-label={t('placeholder')}
        role="combobox"
        aria-expanded={findings.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(findings.length > 0 && { 'aria-activedescendant': `${listId}-${chosen}` })}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={listId} role="listbox" aria-label={t('results')} className={classes.list}>
        <Rows findings={findings} listId={listId} chosen={chosen} onPoint={setChosen} onOpen={open} />
      </div>
      <Foot
        error={error}
        nothingFound={typed.length >= 2 && data && findings.length === 0 && !isFetching ? typed : undefined}
        onClose={close}
      />
    </Modal>
  )
}

function useFindings(typed: string) {
  return useAnswer(
    ['find', typed],
    operations.findAnything,
    { text: typed, limit: 20 },
    {
      how: { once: true },
      enabled: typed.length >= 2,
      placeholderData: keepPreviousData,
      staleTime: 10_000,
    },
  )
}

/** The one of the findings that Enter opens; the arrows choose another. */
function useChosen(findings: readonly Finding[], typed: string, listId: string, open: (finding: Finding) => void) {
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed anew begins at the top
  useEffect(() => setChosen(0), [typed])
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${listId}-${chosen}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, listId])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && findings.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + findings.length) % findings.length)
    }
    if (event.key === 'Enter' && findings[chosen]) open(findings[chosen])
  }
  return { list, chosen, setChosen, onKeyDown }
}

interface FootProps {
  error: unknown
  /** What was looked for in vain. */
  nothingFound: string | undefined
  onClose(): void
}

/** What went wrong, that nothing was found, or which keys help. */
function Foot({ error, nothingFound, onClose }: FootProps) {
  const { t } = useTranslation(['search', 'shell'])
  const navigate = useNavigate()
  const seePlans = () => {
    onClose()
    void navigate({ to: '/plans' })
  }
  return (
    <div className={classes.foot} aria-live="polite">
      {error ? (
        <Text size="sm" c="var(--rw-failed)" role="alert">
          {failureText(error, t)}
        </Text>
      ) : nothingFound ? (
        <EmptyPart text={t('none', { text: nothingFound })} next={{ label: t('to_plans'), onClick: seePlans }} />
      ) : (
        <Text size="xs" c="dimmed">
          {t('hint')} <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> <Kbd size="xs">↵</Kbd> <Kbd size="xs">Esc</Kbd>
        </Text>
      )}
    </div>
  )
}

interface RowsProps {
  findings: readonly Finding[]
  listId: string
  chosen: number
  onPoint(index: number): void
  onOpen(finding: Finding): void
}

function Rows({ findings, listId, chosen, onPoint, onOpen }: RowsProps) {
  return findings.map((finding, index) => (
    <Row
      key={`${finding.kind} ${finding.id}`}
      id={`${listId}-${index}`}
      finding={finding}
      isChosen={index === chosen}
      onPoint={() => onPoint(index)}
      onOpen={() => onOpen(finding)}
    />
  ))
}

interface RowProps {
  id: string
  finding: Finding
  isChosen: boolean
  onPoint(): void
  onOpen(): void
}

function Row({ id, finding, isChosen, onPoint, onOpen }: RowProps) {
  const { t } = useTranslation('search')
  const formats = useFormats()
  const projects = useProjects()
  const project = useProject()
  const Icon = icons[finding.kind]
  const other = finding.project_id === project.id ? undefined : projects.find((one) => one.id === finding.project_id)
  const day = finding.date && formats.calendarDate(finding.date)
  const about = [finding.subtitle, finding.kind === 'stop' ? finding.plan_label : undefined, day, other?.label]
  return (
    <UnstyledButton
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={classes.row}
      onPointerMove={onPoint}
      onClick={onOpen}
    >
      <Icon size={20} stroke={1.6} aria-hidden />
      <span className={classes.text}>
        <span className={classes.title}>{finding.title || t('unnamed')}</span>
        <span className={classes.about}>{about.filter(Boolean).join(' · ')}</span>
      </span>
      <span className={classes.side}>
        {finding.match && finding.matched !== 'id' ? finding.match : t(`kinds.${finding.kind}`)}
      </span>
    </UnstyledButton>
  )
}

/** Opens the screen of what was found, in its project. */
function useOpen(close: () => void): (finding: Finding) => void {
  const navigate = useNavigate()
  const project = useProject()
  const { choose } = useProjectChoice()
  return ({ kind, id, project_id, plan_id, title }) => {
    close()
    if (project_id !== project.id) choose(project_id)
    if (kind === 'vehicle') void navigate({ to: '/fleet', search: { text: title } })
    else if (kind === 'client') void navigate({ to: '/clients', search: { text: title } })
    else if (plan_id) {
      void navigate({ to: `/plan/${plan_id}`, search: (kind === 'stop' ? { stop: id } : {}) as never })
    } else void navigate({ to: '/plans' })
  }
}
