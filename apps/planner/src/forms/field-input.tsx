// One field of a form, by its kind.
import {
  Chip,
  ColorInput,
  Group,
  Input,
  MultiSelect,
  NumberInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { routeColor } from '@routewright/ui/route-colors'
import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldKind } from './field-kinds.ts'
import type { Field, FormValues } from './fields.ts'
import type { PlaceValue } from './place.ts'
import { WindowSliders } from './window-sliders.tsx'

const PlaceInput = lazy(async () => ({ default: (await import('./place-input.tsx')).PlaceInput }))

interface FieldInputProps {
  field: Field
  label: string
  hint: string
  /** Values of the whole form. */
  values: FormValues
  error: string
  onChange(value: unknown): void
}

export function FieldInput({ field, values, onChange, ...said }: FieldInputProps) {
  const { label, hint, error } = said
  const value = values[field.name]
  if (field.Own) {
    return (
      <>
        <field.Own {...said} value={value} values={values} onChange={onChange} />
        {error && (
          <Input.Error mt={4} role="alert" data-error tabIndex={-1}>
            {error}
          </Input.Error>
        )}
      </>
    )
  }
  const KindInput = inputs[field.kind]
  const common = {
    label,
    ...(hint && { description: hint }),
    ...(error && { error }),
    required: field.isRequired === true,
    ...(field.isDisabled?.(values) && { disabled: true }),
    // Hints below, so that inputs beside each other stand in one line.
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as InputOrder,
    ...field.input,
  }
  return <KindInput field={field} common={common} value={value} onChange={onChange} />
}

type InputOrder = ('label' | 'input' | 'description' | 'error')[]

interface InputProps<Value> {
  field: Field
  /** Properties that every input of Mantine's takes. */
  common: object & { label: string; disabled?: boolean }
  value: Value
  onChange(value: unknown): void
}

function TextField({ field, common, value, onChange }: InputProps<string>) {
  const placeholder = placeholders[field.kind]
  return (
    <TextInput
      autoComplete="off"
      {...(placeholder && { placeholder })}
      {...common}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function WindowsField(props: InputProps<string>) {
  const { common, value, onChange } = props
  return (
    <div>
      <TextField {...props} />
      {!common.disabled && <WindowSliders value={value} onChange={onChange} />}
    </div>
  )
}

/** The room of the break is dragged, its length is written. */
function BreakField(props: InputProps<string>) {
  const { common, value, onChange } = props
  const [room = '', minutes] = value.split('/')
  return (
    <div>
      <TextField {...props} />
      {!common.disabled && minutes && room.trim() && (
        <WindowSliders value={room} onChange={(next) => onChange(`${next} / ${minutes.trim()}`)} />
      )}
    </div>
  )
}

const placeholders: Partial<Record<FieldKind, string>> = {
  window: '08:00-17:00',
  windows: '08:00-12:00, 14:00-18:00',
  break: '12:00-14:00 / 30',
}

function LongField({ common, value, onChange }: InputProps<string>) {
  return (
    <Textarea
      autosize
      minRows={2}
      maxRows={8}
      {...common}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function NumberField({ common, value, onChange }: InputProps<number | ''>) {
  return (
    <NumberInput
      min={0}
      decimalScale={2}
      hideControls
      {...common}
      value={value}
      onChange={(next) => onChange(next === '' ? '' : Number(next))}
    />
  )
}

/** An empty one is as much as it may least be. */
function CountField({ field, common, value, onChange }: InputProps<number>) {
  return (
    <NumberInput {...common} value={value} onChange={(next) => onChange(Number(next) || (field.input?.min ?? 0))} />
  )
}

function WordsField({ common, value, onChange }: InputProps<readonly string[]>) {
  return <TagsInput clearable {...common} value={[...value]} onChange={onChange} />
}

function ChoiceField({ field, common, value, onChange }: InputProps<string>) {
  const { t } = useTranslation('records')
  const { kind, options = [], isRequired } = field
  return (
    <Select
      {...(kind === 'pick' ? { allowDeselect: false } : { clearable: !isRequired })}
      searchable={options.length > 8}
      nothingFoundMessage={t('nothing_found')}
      {...common}
      data={[...options]}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}

function ChoicesField({ field, common, value, onChange }: InputProps<readonly string[]>) {
  const { t } = useTranslation('records')
  const { options = [] } = field
  if (options.length > 7) {
    return (
      <MultiSelect
        searchable
        nothingFoundMessage={t('nothing_found')}
        {...common}
        data={[...options]}
        value={[...value]}
        onChange={onChange}
      />
    )
  }
  return (
    <Input.Wrapper {...common} labelElement="div">
      <Chip.Group multiple value={[...value]} onChange={onChange}>
        <Group gap={6} my={4} role="group" aria-label={common.label}>
          {options.map((option) => (
            <Chip key={option.value} value={option.value} size="sm" variant="outline">
              {option.label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}

function SwitchField({ common, value, onChange }: InputProps<boolean>) {
  const { inputWrapperOrder: _, ...rest } = common as typeof common & { inputWrapperOrder: InputOrder }
  return <Switch {...rest} checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
}

function ColorField({ common, value, onChange }: InputProps<string>) {
  const { t } = useTranslation('records')
  return (
    <ColorInput
      swatches={swatches}
      swatchesPerRow={8}
      eyeDropperButtonProps={{ 'aria-label': t('eye_dropper') }}
      popoverProps={{ withinPortal: true }}
      {...common}
      value={value}
      onChange={onChange}
    />
  )
}

const swatches = Array.from({ length: 12 }, (_, index) => routeColor({}, index))

function PlaceField({ common, value, onChange }: InputProps<PlaceValue>) {
  return (
    <Suspense fallback={<TextInput {...common} disabled value={value.label} readOnly />}>
      <PlaceInput {...common} value={value} onChange={onChange} />
    </Suspense>
  )
}

const inputs = {
  text: TextField,
  window: WindowsField,
  windows: WindowsField,
  break: BreakField,
  long: LongField,
  number: NumberField,
  minutes: NumberField,
  hours: NumberField,
  distance: NumberField,
  count: CountField,
  words: WordsField,
  choice: ChoiceField,
  pick: ChoiceField,
  choices: ChoicesField,
  switch: SwitchField,
  color: ColorField,
  place: PlaceField,
  // Without an input a value is only held.
  own: () => null,
} as Record<FieldKind, ComponentType<InputProps<unknown>>>
