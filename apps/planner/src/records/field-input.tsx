// One field of a form, by its kind.
import {
  Checkbox,
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
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field, FieldValue, PlaceValue } from './fields.ts'
import classes from './records.module.css'

const PlaceInput = lazy(async () => ({ default: (await import('./place-input.tsx')).PlaceInput }))

interface FieldInputProps {
  field: Field
  label: string
  hint?: string
  value: FieldValue
  error?: string
  onChange(value: FieldValue): void
}

export function FieldInput({ field, label, hint, value, error, onChange }: FieldInputProps) {
  const { t } = useTranslation('records')
  const common = {
    label,
    ...(hint && { description: hint }),
    ...(error && { error }),
    withAsterisk: field.isRequired === true,
    // Hints below, so that inputs beside each other stand in one line.
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
  }
  switch (field.kind) {
    case 'number':
    case 'minutes':
    case 'hours':
    case 'distance':
      return (
        <NumberInput
          {...common}
          value={value as number | ''}
          min={0}
          decimalScale={2}
          hideControls
          onChange={(next) => onChange(next === '' ? '' : Number(next))}
        />
      )
    case 'long':
      return (
        <Textarea
          {...common}
          autosize
          minRows={2}
          maxRows={8}
          value={value as string}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    case 'words':
      return (
        <TagsInput
          {...common}
          value={[...(value as readonly string[])]}
          onChange={onChange}
          clearable
          {...(field.options && { data: field.options.map((option) => option.value) })}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          value={(value as string) || null}
          onChange={(next) => onChange(next ?? '')}
          data={[...(field.options ?? [])]}
          clearable={!field.isRequired}
          searchable={(field.options?.length ?? 0) > 8}
          nothingFoundMessage={t('nothing_found')}
        />
      )
    case 'choices':
      return (field.options?.length ?? 0) <= 7 ? (
        <Input.Wrapper {...common} labelElement="div">
          <Chip.Group multiple value={[...(value as readonly string[])]} onChange={onChange}>
            <Group gap={6} my={4} role="group" aria-label={label}>
              {field.options?.map((option) => (
                <Chip key={option.value} value={option.value} size="sm" variant="outline">
                  {option.label}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      ) : (
        <MultiSelect
          {...common}
          value={[...(value as readonly string[])]}
          onChange={onChange}
          data={[...(field.options ?? [])]}
          searchable
          nothingFoundMessage={t('nothing_found')}
        />
      )
    case 'switch':
      return (
        <Switch
          mt={24}
          label={label}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'color':
      return (
        <ColorInput
          {...common}
          value={value as string}
          onChange={onChange}
          swatches={swatches}
          swatchesPerRow={8}
          eyeDropperButtonProps={{ 'aria-label': t('eye_dropper') }}
          popoverProps={{ withinPortal: true }}
        />
      )
    case 'place':
      return (
        <Suspense fallback={<TextInput {...common} disabled value={(value as PlaceValue).label} readOnly />}>
          <PlaceInput {...common} value={value as PlaceValue} onChange={onChange} />
        </Suspense>
      )
    default:
      return (
        <TextInput
          {...common}
          value={value as string}
          autoComplete={field.autoComplete ?? 'off'}
          {...(placeholders[field.kind] && { placeholder: placeholders[field.kind] })}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
  }
}

const swatches = Array.from({ length: 12 }, (_, index) => routeColor({}, index))

const placeholders: Partial<Record<Field['kind'], string>> = {
  window: '08:00-17:00',
  windows: '08:00-12:00, 14:00-18:00',
  break: '12:00-14:00 / 30',
}

/** A tick box for one row of a table. */
export function RowTick({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange(on: boolean): void
}) {
  return (
    <Checkbox
      className={classes.above}
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      onClick={(event) => event.stopPropagation()}
    />
  )
}
