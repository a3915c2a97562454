// The parts of a handover that its form and its correction share: parcels, tasks, the project's own fields.
import { type CustomFieldDefinition, type DriverSession, type DriverStop, reportFields } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { useTyped } from '../parts/draft-text.tsx'
import { fieldName, type Parcel } from '../proof/demands.ts'
import { now } from '../route/doings.ts'
import type { ChangeDraft } from '../route/use-draft.ts'
import type { RouteView } from '../route/use-route.ts'
import { useParcelScan } from '../scan/use-parcel-scan.tsx'
import type { StopDraft } from '../store/database.ts'

interface TasksProps {
  stop: DriverStop
  draft: StopDraft
  change: ChangeDraft
}

interface ParcelsProps {
  view: RouteView
  parcels: Parcel[]
  draft: StopDraft
  change: ChangeDraft
}

/** The parcels that change hands, to be ticked or scanned. */
export function Parcels({ view, parcels, draft, change }: ParcelsProps) {
  const { t } = useTranslation()
  const check = (identifier: string, manual: boolean) =>
    change((known) => ({
      parcels: { ...known.parcels, [identifier]: { scanned_at: now(), manual } },
    }))
  const uncheck = (identifier: string) =>
    change((known) => {
      const { [identifier]: _taken, ...left } = known.parcels
      return { parcels: left }
    })
  const isDone = ({ identifier }: Parcel) => draft.parcels[identifier] !== undefined
  const scan = useParcelScan({
    route: view.route,
    parcels,
    isDone,
    title: t('proof.parcels'),
    onParcel: ({ identifier }, isTyped) => void check(identifier, isTyped),
  })
  return (
    <section className="part">
      <div className="row">
        <h2 className="grow">
          {t('proof.parcels')} {parcels.filter(isDone).length}/{parcels.length}
        </h2>
        <Button look="second" icon="scan" text={t('scan.scan')} onClick={scan.open} />
      </div>
      <ul className="checks">
        {parcels.map((parcel) => (
          <li key={parcel.identifier}>
            <label className="check">
              <input
                type="checkbox"
                checked={isDone(parcel)}
                onChange={(event) =>
                  void (event.target.checked ? check(parcel.identifier, true) : uncheck(parcel.identifier))
                }
              />
              <span className="grow">{parcel.identifier}</span>
              {draft.parcels[parcel.identifier]?.manual === false && <span className="dim">{t('scan.scanned')}</span>}
            </label>
          </li>
        ))}
      </ul>
      {scan.overlay}
    </section>
  )
}

/** Tasks that the dispatcher added. */
export function Tasks({ stop, draft, change }: TasksProps) {
  const { t } = useTranslation()
  const set = (id: string, status: 'completed' | 'canceled') =>
    change(({ tasks }) => ({ tasks: { ...tasks, [id]: status } }))
  return (
    <section className="part">
      <h2>{t('proof.tasks')}</h2>
      <ul className="checks">
        {stop.tasks.map((task) => (
          <li key={task.id}>
            <fieldset className="choice">
              <legend>
                {task.label ?? t('proof.task')}
                {task.comments && <span className="dim">{task.comments}</span>}
              </legend>
              {(['completed', 'canceled'] as const).map((status) => (
                <label key={status} className={draft.tasks[task.id] === status ? `chosen ${status}` : ''}>
                  <input
                    type="radio"
                    name={task.id}
                    checked={draft.tasks[task.id] === status}
                    onChange={() => void set(task.id, status)}
                  />
                  {t(`proof.task_${status}`)}
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface FieldsProps {
  session: DriverSession
  draft: StopDraft
  change: ChangeDraft
}

/** The project's own fields of reports. */
export function Fields({ session, draft, change }: FieldsProps) {
  return reportFields(session.settings).map((field) => (
    <Field
      key={field.name}
      field={field}
      value={draft.fields[field.name]}
      onChange={(value) => void change(({ fields }) => ({ fields: { ...fields, [field.name]: value } }))}
    />
  ))
}

interface FieldProps {
  field: CustomFieldDefinition
  value: string | number | boolean | undefined
  onChange: (value: string | number | boolean) => void
}

function Field({ field, value, onChange }: FieldProps) {
  const { t } = useTranslation()
  const name = fieldName(field)
  const typed = useTyped(String(value ?? ''), (text) =>
    onChange(field.type === 'number' && text !== '' ? Number(text) : text),
  )
  if (field.type === 'boolean') {
    return (
      <section className="part" id={`field-${name}`}>
        <label className="check">
          <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
          <span className="grow">{name}</span>
        </label>
      </section>
    )
  }
  return (
    <section className="part" id={`field-${name}`}>
      <label className="field">
        <span>
          {name} {field.required && <span className="needed">{t('proof.needed')}</span>}
        </span>
        <input
          type={field.type === 'string' ? 'text' : field.type}
          value={typed.value}
          onChange={(event) => typed.set(event.target.value)}
        />
      </label>
    </section>
  )
}
