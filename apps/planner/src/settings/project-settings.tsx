// A project: its name, zone, units and currency, what counts as proof, and why drivers may give up a stop.

import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Modal,
  NumberInput,
  Select,
  Stack,
  Switch,
  Table,
  TextInput,
} from '@mantine/core'
import type { Project, ProjectUpdate } from '@routewright/contract'
import { languageNames, languages } from '@routewright/ui/words'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultAlertMinutes } from '../shell/alert-minutes.ts'
import type { Fields } from '../shell/save-seen.ts'
import { call } from '../shell/service.ts'
import { projectsQuery, useProject, useProjectChoice, useSession } from '../shell/session.ts'
import { CustomFields, namedFields } from './custom-fields.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'
import { useAction } from './use-action.ts'
import { useSeenForm } from './use-seen-form.tsx'

const timezones = Intl.supportedValuesOf('timeZone')
const currencies = Intl.supportedValuesOf('currency')
const alerts = [
  { name: 'late_alert_minutes', usual: defaultAlertMinutes.late },
  { name: 'silent_alert_minutes', usual: defaultAlertMinutes.silent },
] as const
const switches = ['photo_required', 'signature_required', 'pin_required', 'driver_may_reorder'] as const

export default function ProjectSettings() {
  const project = useProject()
  return <ProjectForm key={project.id} project={project} />
}

function ProjectForm({ project }: { project: Project }) {
  const { t } = useTranslation(['settings', 'shell', 'records'])
  const queries = useQueryClient()
  const { user } = useSession()
  const mayChange = user.role !== 'organization_user'
  const [isNew, setNew] = useState(false)
  const { form, change, action, save, notice, errorOf } = useSeenForm<Project, ProjectForm>({
    stored: project,
    formOf,
    fieldsOf,
    changed: (stored, fields) => ({ ...stored, ...(updateOf(fields, stored) as Partial<Project>) }),
    send: (fields, over) =>
      call(
        'PUT /app/v1/project/{project_id}',
        { project_id: project.id, body: updateOf(fields, over) },
        { seenUpdatedAt: over.updated_at },
      ),
    read: () => readProject(queries, project.id),
    labelOf: (name) => t(fieldWords[name] ?? name),
  })
  const settings = (next: Partial<Project['settings']>) => change({ settings: { ...form.settings, ...next } })
  const reason = (index: number, next: Partial<Project['cancel_reasons'][number]>) =>
    change({ cancel_reasons: form.cancel_reasons.with(index, { ...form.cancel_reasons[index]!, ...next }) })
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
    >
      <fieldset disabled={!mayChange} style={{ border: 0, padding: 0, margin: 0 }}>
        <Section
          title={t('project.title')}
          text={t('project.text')}
          actions={
            mayChange && (
              <Button variant="default" size="xs" leftSection={<IconPlus size={15} />} onClick={() => setNew(true)}>
                {t('project.new')}
              </Button>
            )
          }
        >
          <div className={classes.grid}>
            <TextInput
              label={t('project.label')}
              required
              maxLength={500}
              value={form.label}
              error={errorOf('label')}
              onChange={({ currentTarget: { value } }) => change({ label: value })}
            />
            <Select
              label={t('project.timezone')}
              searchable
              allowDeselect={false}
              data={withValue(timezones, form.timezone)}
              value={form.timezone}
              error={errorOf('timezone')}
              onChange={(timezone) => change({ timezone: timezone! })}
            />
            <Select
              label={t('project.currency')}
              searchable
              allowDeselect={false}
              data={withValue(currencies, form.currency)}
              value={form.currency}
              onChange={(currency) => change({ currency: currency! })}
            />
            <Select
              label={t('project.units')}
              allowDeselect={false}
              data={[
                { value: 'metric', label: t('project.metric') },
                { value: 'imperial', label: t('project.imperial') },
              ]}
              value={form.settings.units ?? 'metric'}
              onChange={(units) => settings({ units: units as 'metric' })}
            />
            <Select
              label={t('project.language')}
              description={t('project.language_hint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              allowDeselect={false}
              data={languages.map((value) => ({ value, label: languageNames[value] }))}
              value={form.settings.language ?? 'en'}
              onChange={(language) => settings({ language: language! })}
            />
            <TextInput
              label={t('project.phone')}
              description={t('project.phone_hint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              maxLength={50}
              value={form.settings.dispatcher_phone ?? ''}
              onChange={({ currentTarget: { value } }) => settings({ dispatcher_phone: value })}
            />
          </div>
        </Section>
        <Section title={t('proof.title')} text={t('proof.text')}>
          <Stack gap="sm">
            {switches.map((name) => (
              <Switch
                key={name}
                label={t(`proof.${name}`)}
                description={t(`proof.${name}_hint`)}
                checked={form.settings[name] === true}
                onChange={(event) => settings({ [name]: event.currentTarget.checked })}
              />
            ))}
          </Stack>
        </Section>
        <Section title={t('alerts.title')} text={t('alerts.text')}>
          <div className={classes.grid}>
            {alerts.map(({ name, usual }) => (
              <NumberInput
                key={name}
                label={t(`alerts.${name}`)}
                min={1}
                max={240}
                allowDecimal={false}
                placeholder={`${usual}`}
                value={form.settings[name] ?? ''}
                onChange={(value) => settings({ [name]: value === '' ? undefined : Number(value) })}
              />
            ))}
          </div>
        </Section>
        <Section title={t('reasons.title')} text={t('reasons.text')} failure={action.failure}>
          <Table verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('reasons.label')}</Table.Th>
                <Table.Th>{t('reasons.photo')}</Table.Th>
                <Table.Th>{t('reasons.enabled')}</Table.Th>
                <Table.Th w={50} aria-label={t('shell:delete')} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {form.cancel_reasons.map((one, index) => (
                <Table.Tr key={one.key}>
                  <Table.Td>
                    <TextInput
                      aria-label={t('reasons.label')}
                      value={one.label ?? one.id}
                      maxLength={200}
                      onChange={({ currentTarget: { value } }) => reason(index, { label: value })}
                    />
                  </Table.Td>
                  <Table.Td>
                    <Checkbox
                      aria-label={t('reasons.photo_of', { name: one.label ?? one.id })}
                      checked={one.requires_photo === true}
                      onChange={(event) => reason(index, { requires_photo: event.currentTarget.checked })}
                    />
                  </Table.Td>
                  <Table.Td>
                    <Checkbox
                      aria-label={t('reasons.enabled_of', { name: one.label ?? one.id })}
                      checked={one.enabled !== false}
                      onChange={(event) => reason(index, { enabled: event.currentTarget.checked })}
                    />
                  </Table.Td>
                  <Table.Td>
                    <ActionIcon
                      aria-label={t('reasons.remove', { name: one.label ?? one.id })}
                      onClick={() => change({ cancel_reasons: form.cancel_reasons.toSpliced(index, 1) })}
                    >
                      <IconTrash size={17} />
                    </ActionIcon>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Button
            mt="sm"
            size="xs"
            variant="default"
            leftSection={<IconPlus size={15} />}
            onClick={() => change({ cancel_reasons: [...form.cancel_reasons, newReason()] })}
          >
            {t('reasons.add')}
          </Button>
        </Section>
        <CustomFields
          definitions={form.settings.custom_field_definitions ?? []}
          onChange={(custom_field_definitions) => settings({ custom_field_definitions })}
        />
        {notice}
        {mayChange && (
          <div className={classes.bar}>
            <Button type="submit" loading={action.isBusy}>
              {t('shell:save')}
            </Button>
          </div>
        )}
      </fieldset>
      {isNew && <NewProject onClose={() => setNew(false)} />}
    </form>
  )
}

type Reason = Project['cancel_reasons'][number] & { key: string }
type ProjectForm = Pick<Project, 'label' | 'timezone' | 'currency' | 'settings'> & { cancel_reasons: Reason[] }

function formOf({ label, timezone, currency, settings, cancel_reasons }: Project): ProjectForm {
  const reasons = cancel_reasons.map((reason, index) => ({ ...reason, key: `${reason.id}-${index}` }))
  return { label, timezone, currency, settings, cancel_reasons: reasons }
}

/** Each setting under a name of its own, so that two people may change different ones. */
function fieldsOf({ label, timezone, currency, settings, cancel_reasons }: ProjectForm): Fields {
  const all: Project['settings'] = { ...Object.fromEntries(switches.map((name) => [name, false])), ...settings }
  if (all.custom_field_definitions) all.custom_field_definitions = namedFields(all.custom_field_definitions)
  const parts = Object.entries(all).map(([name, value]) => [`settings.${name}`, value])
  const reasons = cancel_reasons
    .filter((reason) => (reason.label ?? reason.id).trim() !== '')
    .map(({ key: _, ...one }) => one)
  return { label, timezone, currency, cancel_reasons: reasons, ...Object.fromEntries(parts) }
}

/** The changed fields as they are sent over a project: its settings go as a whole. */
function updateOf(change: Fields, over: Project): ProjectUpdate {
  const entries = Object.entries(change)
  const isSetting = ([name]: [string, unknown]) => name.startsWith('settings.')
  const parts = entries.filter(isSetting).map(([name, value]) => [name.slice('settings.'.length), value])
  const rest = Object.fromEntries(entries.filter((entry) => !isSetting(entry)))
  if (parts.length === 0) return rest
  const settings = Object.entries({ ...over.settings, ...Object.fromEntries(parts) })
  return { ...rest, settings: Object.fromEntries(settings.filter(([, value]) => value !== '' && value !== undefined)) }
}

/** The project as it is now, for this form and for every other screen. */
async function readProject(queries: QueryClient, id: string): Promise<Project> {
  await queries.invalidateQueries({ queryKey: projectsQuery.queryKey })
  return (await queries.fetchQuery(projectsQuery)).find((one) => one.id === id)!
}

/** Where the labels of the fields are among the words. */
const fieldWords: Record<string, string> = {
  label: 'project.label',
  timezone: 'project.timezone',
  currency: 'project.currency',
  cancel_reasons: 'reasons.title',
  'settings.units': 'project.units',
  'settings.language': 'project.language',
  'settings.dispatcher_phone': 'project.phone',
  'settings.custom_field_definitions': 'fields.title',
  ...Object.fromEntries(alerts.map(({ name }) => [`settings.${name}`, `alerts.${name}`])),
  ...Object.fromEntries(switches.map((name) => [`settings.${name}`, `proof.${name}`])),
}

function newReason() {
  const id = `reason_${Date.now().toString(36)}`
  return { id, key: id, label: '', requires_photo: false, enabled: true }
}

function NewProject({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['settings', 'shell', 'records'])
  const queries = useQueryClient()
  const { choose } = useProjectChoice()
  const action = useAction()
  const [label, setLabel] = useState('')
  const [timezone, setTimezone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const create = async () => {
    const done = await action.run(async () => {
      const { id } = await call('POST /app/v1/project', { body: { label, timezone } })
      await queries.invalidateQueries({ queryKey: projectsQuery.queryKey })
      choose(id)
    }, t('records:saved'))
    if (done) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t('project.new')} closeButtonProps={{ 'aria-label': t('shell:close') }}>
      <Stack>
        <TextInput
          label={t('project.label')}
          data-autofocus
          required
          value={label}
          error={action.failure}
          onChange={({ currentTarget: { value } }) => setLabel(value)}
        />
        <Select
          label={t('project.timezone')}
          searchable
          allowDeselect={false}
          data={withValue(timezones, timezone)}
          value={timezone}
          onChange={(value) => setTimezone(value!)}
        />
        <Group justify="flex-end">
          <Button onClick={create} loading={action.isBusy} disabled={label.trim() === ''}>
            {t('shell:save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** A saved value that this browser does not list is still a choice. */
function withValue(list: readonly string[], value: string): string[] {
  return list.includes(value) ? [...list] : [value, ...list]
}
