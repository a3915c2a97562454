// A record of a stop made by a dispatcher, by the rules that drivers' reports follow: done, tried, or not delivered.
import { SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { ReportInput, Stop } from '@routewright/contract'
import { asksPin, lacksNote, listMissingProofs, reportFields } from '@routewright/contract/report-rules'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stopName } from '../plan/plan-data.ts'
import { dayOfPlan, usePlanMidnight } from '../plan/plan-day.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { type ByHand, recordByHand } from '../plan/report-edits.ts'
import { useEdit } from '../plan/use-edit.ts'
import { useToldText } from '../plan/who-is-told.ts'
import { organizationNow } from '../shell/clock.ts'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import panel from '../shell/panel.module.css'
import { useReasonText } from '../shell/reason-text.ts'
import { useFormats, useProject } from '../shell/session.ts'
import { PaymentInput, type PaymentValue, readPayment } from './payment-input.tsx'
import { PhotoInput } from './photo-input.tsx'
import { CustomFieldInput, type CustomValues, findCustomFields } from './stop-extras.tsx'

const types = ['service_report_completed', 'service_report_attempted', 'service_report_canceled'] as const

/** Kinds of messages to recipients; an attempt sends none. */
const toldOf = {
  service_report_completed: 'completed',
  service_report_attempted: undefined,
  service_report_canceled: 'failed',
} as const

/** The report, with what was typed of its payment. */
type DraftByHand = ByHand & { paid?: PaymentValue | undefined }

export function ByHandForm({ stop, onClose }: { stop: Stop; onClose(): void }) {
  const { t } = useTranslation('editor')
  const [report, setReport] = useState<DraftByHand>({ type: 'service_report_completed', photos: [] })
  const change = (part: Partial<DraftByHand>) => setReport((before) => ({ ...before, ...part }))
  const { missing, isBusy, submit } = useRecording(stop, report, onClose)
  const told = useToldText()
  const ahead = useDayAhead()
  return (
    <form className={panel.part} aria-label={t('by_hand.title')} onSubmit={submit}>
      <Stack gap="xs">
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('by_hand.title')}
          value={report.type}
          onChange={(type) => change({ type: type as ByHand['type'] })}
          data={types.map((value) => ({ value, label: t(`by_hand.${value}`) }))}
        />
        <ReportFields stop={stop} report={report} onChange={change} />
        <Text size="xs" c={ahead ? 'var(--rw-late)' : 'dimmed'}>
          {missing || `${ahead || told(stop, toldOf[report.type])} ${t('by_hand.marked')}`}
        </Text>
        <DialogButtons label={t('by_hand.record')} loading={isBusy} disabled={missing !== ''} onCancel={onClose} />
      </Stack>
    </form>
  )
}

/** Warns where the day of the plan is yet to come; empty on the day and after it. */
function useDayAhead(): string {
  const { t } = useTranslation('editor')
  const { plan } = usePlanData()
  const { dayKey, shortCalendarDate } = useFormats()
  const midnight = usePlanMidnight()
  return organizationNow() < midnight
    ? t('by_hand.day_ahead', { date: shortCalendarDate(dayOfPlan(plan, dayKey)) })
    : ''
}

interface ReportFieldsProps {
  stop: Stop
  report: DraftByHand
  onChange(part: Partial<DraftByHand>): void
}

/** Comments and proofs of the report. */
function ReportFields({ stop, report, onChange }: ReportFieldsProps) {
  const { t } = useTranslation('editor')
  const { settings } = useProject()
  const isDone = report.type === 'service_report_completed'
  return (
    <>
      {!isDone && (
        <ReasonInput value={report.cancel_reason} onChange={(cancel_reason) => onChange({ cancel_reason })} />
      )}
      <Textarea
        label={t(isDone ? 'by_hand.how_known' : 'by_hand.note')}
        placeholder={t('by_hand.note_example')}
        autosize
        minRows={2}
        maxLength={5_000}
        value={report.comments ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ comments: value })}
      />
      {isDone && stop.cash_on_delivery && (
        <PaymentInput due={stop.cash_on_delivery} value={report.paid} onChange={(paid) => onChange({ paid })} />
      )}
      <PhotoInput photos={report.photos} onChange={(photos) => onChange({ photos })} />
      {isDone && (
        <FieldInputs values={report.custom_fields ?? {}} onChange={(custom_fields) => onChange({ custom_fields })} />
      )}
      {asksPin(settings, Boolean(stop.pin), report.type) && (
        <TextInput
          label={t('by_hand.pin')}
          inputMode="numeric"
          maxLength={32}
          value={report.pin ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ pin: value })}
        />
      )}
    </>
  )
}

/** The obstacles to recording it, in words, and the call that records it. */
function useRecording(stop: Stop, report: DraftByHand, onDone: () => void) {
  const { t } = useTranslation('editor')
  const { settings, cancel_reasons } = useProject()
  const [isBusy, setBusy] = useState(false)
  const run = useEdit()
  const { photos, custom_fields, paid, ...plain } = report
  const isDone = report.type === 'service_report_completed'
  const filled = findCustomFields((custom_fields ?? {}) as CustomValues)
  const payment = isDone && stop.cash_on_delivery ? readPayment(stop.cash_on_delivery, paid) : undefined
  const body = {
    ...plain,
    ...(filled && { custom_fields: filled }),
    ...(payment && { payment_collected: payment }),
  } as Omit<ByHand, 'photos'>
  const proofs = { ...body, images: photos.map(({ name }) => name) }
  const [lacking] = listMissingProofs({ settings, cancel_reasons }, proofs as ReportInput, 'dispatcher')
  const hasReason = isDone || Boolean(report.cancel_reason)
  const field = lacking?.field?.label || lacking?.field?.name
  const lacksMore = lacksNote(body, 'dispatcher') ? 'note' : payment === null ? 'amount' : undefined
  const lacks = !hasReason ? 'reason' : (lacking?.proof ?? lacksMore)
  return {
    isBusy,
    missing: lacks ? t(`by_hand.lacks.${lacks}`, { field }) : '',
    async submit(event: FormEvent) {
      event.preventDefault()
      setBusy(true)
      const label = t(`by_hand.did.${report.type}`, { what: stopName(stop) })
      const isRecorded = await run(label, (text) => recordByHand(text, stop.id, { ...body, photos }))
      setBusy(false)
      if (isRecorded) onDone()
    },
  }
}

function ReasonInput({ value, onChange }: { value?: string | null | undefined; onChange(reason: string): void }) {
  const { t } = useTranslation('editor')
  const reasonText = useReasonText()
  const { cancel_reasons } = useProject()
  const offered = cancel_reasons.filter(({ enabled }) => enabled !== false)
  return (
    <Select
      label={t('by_hand.reason')}
      placeholder={t('by_hand.choose_reason')}
      data={offered.map(({ id }) => ({ value: id, label: reasonText(id) }))}
      value={value ?? null}
      onChange={(next) => next && onChange(next)}
    />
  )
}

/** The fields that the project asks of reports. */
function FieldInputs({ values, onChange }: { values: CustomValues; onChange(values: CustomValues): void }) {
  const { settings } = useProject()
  return reportFields(settings).map((definition) => (
    <CustomFieldInput
      key={definition.name}
      definition={definition}
      value={values[definition.name]}
      onChange={(value) => onChange({ ...values, [definition.name]: value })}
    />
  ))
}
