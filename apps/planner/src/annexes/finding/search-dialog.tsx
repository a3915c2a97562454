// The search over everything: type an order, a parcel, a phone number, a name, or where to go; the arrows choose, Enter opens.

import { Kbd, Loader, Modal, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import * as operations from '@routewright/client/operations'
import type { Finding } from '@routewright/contract'
import {
  IconAddressBook,
  IconArrowRight,
  IconCalendarEvent,
  IconMapPin,
  IconSearch,
  IconTruck,
} from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnnexes } from '../../shell/annex.ts'
import { failureText } from '../../shell/failure.ts'
import { useSearchDialog } from '../../shell/search-dialog-state.ts'
import { useFormats, useProject, useProjectChoice, useProjects, useSession } from '../../shell/session.ts'
import { EmptyPart } from '../../shell/states.tsx'
import { useAnswer } from '../../shell/use-answer.ts'
import { MarkedWords } from './marked-words.tsx'
import { findCommands, listCommands, listWordSpaces, type PaletteCommand } from './palette-commands.ts'
import classes from './search-dialog.module.css'

/** A line of the list: where to go, or a record that was found. */
type Hit = { command: PaletteCommand } | { finding: Finding }

const icons = { stop: IconMapPin, plan: IconCalendarEvent, vehicle: IconTruck, client: IconAddressBook }

export default function SearchDialog() {
  const { t } = useTranslation(['search', 'shell'])
  const { close } = useSearchDialog()
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text.trim(), 160)
  const listId = useId()
  const open = useOpen(close)
  const { hits, isAnswered, error, isFetching } = useHits(typed)
  const { list, chosen, setChosen, onKeyDown } = useChosen(hits, typed, listId, open)
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
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(hits.length > 0 && { 'aria-activedescendant': `${listId}-${chosen}` })}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={listId} role="listbox" aria-label={t('results')} className={classes.list}>
        <Rows hits={hits} typed={typed} listId={listId} chosen={chosen} onPoint={setChosen} onOpen={open} />
      </div>
      <Foot
        error={error}
        nothingFound={typed.length >= 2 && isAnswered && hits.length === 0 && !isFetching ? typed : undefined}
        onClose={close}
      />
    </Modal>
  )
}

function useHits(typed: string) {
  const { data, error, isFetching } = useFindings(typed)
  const commands = useCommands(typed)
  const findings = typed.length >= 2 ? (data?.findings ?? []) : []
  // Screens stand below the records, and wait for them: what Enter opens must not change under the finger.
  const shown = data || error ? commands : []
  const hits: Hit[] = [...findings.map((finding) => ({ finding })), ...shown.map((command) => ({ command }))]
  return { hits, isAnswered: data !== undefined, error, isFetching }
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

/** Lists the screens and settings that what is typed names. */
function useCommands(typed: string): PaletteCommand[] {
  const { role } = useSession().user
  const annexes = useAnnexes()
  // With the words of the settings, which no page may have needed yet.
  const { i18n } = useTranslation(['shell', ...listWordSpaces(role, annexes)])
  // biome-ignore lint/correctness/useExhaustiveDependencies: i18n stays, its language changes
  const commands = useMemo(() => listCommands(i18n, role, annexes), [i18n.language, role])
  return typed.length >= 2 ? findCommands(commands, typed) : []
}

/** The one of the hits that Enter opens; the arrows choose another. */
function useChosen(hits: readonly Hit[], typed: string, listId: string, open: (hit: Hit) => void) {
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed anew begins at the top
  useEffect(() => setChosen(0), [typed])
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${listId}-${chosen}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, listId])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && hits.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + hits.length) % hits.length)
    }
    const hit = hits[chosen]
    if (event.key === 'Enter' && hit) open(hit)
  }
  return { list, chosen, setChosen, onKeyDown }
}

interface FootProps {
  error: unknown
  /** The text that was looked for in vain. */
  nothingFound: string | undefined
  onClose(): void
}

/** Shows an error, that no record was found, or which keys help. */
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
  hits: readonly Hit[]
  typed: string
  listId: string
  chosen: number
  onPoint(index: number): void
  onOpen(hit: Hit): void
}

function Rows({ hits, listId, chosen, typed, onPoint, onOpen }: RowsProps) {
  return hits.map((hit, index) => (
    <UnstyledButton
      key={'command' in hit ? `${hit.command.to} ${hit.command.title}` : `${hit.finding.kind} ${hit.finding.id}`}
      id={`${listId}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={index === chosen}
      className={classes.row}
      onPointerMove={() => onPoint(index)}
      onClick={() => onOpen(hit)}
    >
      {'command' in hit ? (
        <CommandLine command={hit.command} typed={typed} />
      ) : (
        <FindingLine finding={hit.finding} typed={typed} />
      )}
    </UnstyledButton>
  ))
}

function CommandLine({ command: { title, about }, typed }: { command: PaletteCommand; typed: string }) {
  const { t } = useTranslation('search')
  return (
    <>
      <IconArrowRight size={20} stroke={1.6} aria-hidden />
      <span className={classes.text}>
        <span className={classes.title}>
          <MarkedWords text={title} typed={typed} />
        </span>
        {about && <span className={classes.about}>{about}</span>}
      </span>
      <span className={classes.side}>{t('kinds.command')}</span>
    </>
  )
}

function FindingLine({ finding, typed }: { finding: Finding; typed: string }) {
  const { t } = useTranslation('search')
  const formats = useFormats()
  const projects = useProjects()
  const project = useProject()
  const Icon = icons[finding.kind]
  const other =
    finding.project_id === project.id ? undefined : projects.find((project) => project.id === finding.project_id)
  const day = finding.date && formats.calendarDate(finding.date)
  const about = [finding.subtitle, finding.kind === 'stop' ? finding.plan_label : undefined, day, other?.label]
  return (
    <>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span className={classes.text}>
        <span className={classes.title}>
          {finding.title ? <MarkedWords text={finding.title} typed={typed} /> : t('unnamed')}
        </span>
        <span className={classes.about}>{about.filter(Boolean).join(' · ')}</span>
      </span>
      <span className={classes.side}>
        {finding.match && finding.matched !== 'id' ? (
          <MarkedWords text={finding.match} typed={typed} />
        ) : (
          t(`kinds.${finding.kind}`)
        )}
      </span>
    </>
  )
}

/** Opens a screen, or that of what was found, in its project. */
function useOpen(close: () => void): (hit: Hit) => void {
  const navigate = useNavigate()
  const project = useProject()
  const { choose } = useProjectChoice()
  return (hit) => {
    close()
    if ('command' in hit) {
      void navigate({ to: hit.command.to, hash: hit.command.hash ?? '' })
      return
    }
    const { kind, id, project_id, plan_id, title } = hit.finding
    if (project_id !== project.id) choose(project_id)
    if (kind === 'vehicle') void navigate({ to: '/fleet', search: { text: title } })
    else if (kind === 'client') void navigate({ to: '/clients', search: { text: title } })
    else if (plan_id) {
      void navigate({ to: `/plan/${plan_id}`, search: (kind === 'stop' ? { stop: id } : {}) as never })
    } else void navigate({ to: '/plans' })
  }
}
