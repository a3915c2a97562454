// The form of a zone: its name, its look, and its corners as text beside the map.

import { Alert, Stack, Textarea } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Zone, ZoneInput, ZoneUpdate } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../forms/field-grid.tsx'
import { Fault } from '../forms/field-kinds.ts'
import type { Field, OwnInputProps } from '../forms/fields.ts'
import { FormFoot } from '../forms/form-foot.tsx'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { noteSuccess } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'
import { useProject } from '../shell/session.ts'
import { zonesKey } from '../shell/use-zones.ts'
import { type Corner, closedRing, openRing, parseRing, ringFault, ringText } from './ring.ts'
import classes from './zones.module.css'

/** The form's zone on the map, and the changes of its corners there. */
export interface DrawnZone {
  ring: Corner[]
  color: string
  setRing(ring: Corner[]): void
}

interface ZoneFormProps {
  /** Missing for a new one. */
  zone: Zone | undefined
  /** Initial values of a new one. */
  fresh: Pick<ZoneInput, 'label' | 'polygon'> | undefined
  /** Colour for a zone that has none of its own. */
  color: string
  onDraw(drawn: DrawnZone | undefined): void
  onClose(): void
}

export function ZoneForm({ zone, fresh, color, onDraw, onClose }: ZoneFormProps) {
  const fields = zoneFields(color)
  const form = useRecordForm<Zone>({ words: 'zones', fields, stored: zone, fresh, onClose, ...useZoneCalls(zone) })
  const { values, change } = form
  const ring = values.polygon as ParsedRing
  useEffect(() => {
    if (!Array.isArray(ring)) return
    onDraw({ ring, color: values.color as string, setRing: (polygon) => change({ polygon }) })
  }, [ring, values.color, change, onDraw])
  useEffect(() => () => onDraw(undefined), [onDraw])
  return (
    <form id={form.id} className={classes.form} onSubmit={form.onSubmit}>
      <Stack gap="sm">
        <FieldGrid fields={fields} form={form} isNarrow />
        <FormFoot form={form} />
      </Stack>
    </form>
  )
}

function zoneFields(color: string): Field[] {
  return [
    { name: 'label', kind: 'text', word: 'name', input: { maxLength: 500, 'data-autofocus': true } },
    { name: 'color', kind: 'color', word: 'color', shown: (stored) => stored ?? color },
    { name: 'enabled', kind: 'switch', word: 'enabled', hint: 'enabled_hint', shown: (stored) => stored ?? true },
    {
      name: 'polygon',
      kind: 'own',
      word: 'map',
      Own: RingInput,
      shown: (stored?: Corner[]) => openRing(stored ?? []),
      read: readRing,
      written: (ring: ParsedRing) => (Array.isArray(ring) ? `${ring.length}` : ''),
    },
  ]
}

function useZoneCalls(zone: Zone | undefined) {
  const { t } = useTranslation(['zones', 'records'])
  const project_id = useProject().id
  const queries = useQueryClient()
  const path = { project_id, zone_id: zone?.id ?? '' }
  const changed = async (message: string) => {
    await queries.invalidateQueries({ queryKey: zonesKey(project_id) })
    noteSuccess(message)
  }
  const saved = () => changed(t('records:saved'))
  const seen = ({ updated_at }: Zone) => ({ seenUpdatedAt: updated_at })
  return {
    create: (fields: object) => call(operations.createZone, { project_id, body: fields as ZoneInput }).then(saved),
    update: (change: object, over: Zone) => {
      const input = { ...path, body: change as ZoneUpdate }
      return call(operations.updateZone, input, seen(over)).then(saved)
    },
    read: () => call(operations.getZone, path),
    deletion: zone && {
      text: t('delete_text', { name: zone.label || t('unnamed') }),
      run: (over: Zone) => call(operations.deleteZone, path, seen(over)).then(() => changed(t('deleted'))),
    },
  }
}

/** Corners, or the line of the text that cannot be read. */
type ParsedRing = ReturnType<typeof parseRing>

function readRing(ring: ParsedRing): Corner[] | Fault {
  if (!Array.isArray(ring)) return new Fault('zones:bad_line', ring)
  const fault = ringFault(ring)
  return fault ? new Fault(`zones:fault.${fault}`) : closedRing(ring)
}

/** Corners as text. What is typed stays as it is while it says the same as the map. */
function RingInput({ value: ring, error, onChange }: OwnInputProps<ParsedRing>) {
  const { t } = useTranslation('zones')
  const [typed, setTyped] = useState('')
  const isTyped = JSON.stringify(parseRing(typed)) === JSON.stringify(ring)
  const corners = Array.isArray(ring) ? ring : []
  return (
    <>
      <Alert color="blue" py={8} mb="sm">
        {t('draw_hint')}
      </Alert>
      <Textarea
        label={t('corners', { count: corners.length })}
        description={t('corners_hint')}
        autosize
        minRows={4}
        maxRows={10}
        value={isTyped ? typed : ringText(corners)}
        error={!Array.isArray(ring) && !error && t('bad_line', ring)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          onChange(parseRing(value))
        }}
        onBlur={() => Array.isArray(ring) && setTyped(ringText(ring))}
      />
    </>
  )
}
