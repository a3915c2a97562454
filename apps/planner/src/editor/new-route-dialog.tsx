// Routes for vehicles that have none in this plan yet.

import { Alert, Checkbox, Modal, ScrollArea, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Vehicle } from '@routewright/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../plan/plan-store.ts'
import { createRoutes } from '../plan/route-edits.ts'
import { useEdit } from '../plan/use-edit.ts'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { failureText } from '../shell/failure.ts'
import { call } from '../shell/service.ts'
import { RowSkeletons } from '../shell/states.tsx'

export function NewRouteDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('editor')
  const run = useEdit()
  const { data: free, error, isPending } = useFreeVehicles()
  const [chosen, setChosen] = useState<string[]>([])
  const submit = () => {
    onClose()
    void run(t('did.routes_created', { count: chosen.length }), (label) => createRoutes(label, chosen))
  }
  return (
    <Modal opened onClose={onClose} title={t('new_route')}>
      <Stack>
        {error && <Alert color="red">{failureText(error, t)}</Alert>}
        {isPending && !error && <RowSkeletons count={5} height={36} />}
        {free?.length === 0 && <Text c="dimmed">{t('no_free_vehicle')}</Text>}
        {free && free.length > 0 && <VehicleChoices vehicles={free} chosen={chosen} onChoose={setChosen} />}
        <DialogButtons
          label={chosen.length === 0 ? t('new_route') : t('create_routes', { count: chosen.length })}
          onCancel={onClose}
          disabled={chosen.length === 0}
          onClick={submit}
        />
      </Stack>
    </Modal>
  )
}

/** The vehicles in use that have no route in this plan. */
function useFreeVehicles() {
  const { plan, routes } = usePlanData()
  const used = new Set(routes.map(({ vehicle_id }) => vehicle_id))
  return useQuery({
    queryKey: ['vehicles', plan.project_id, 'all'],
    queryFn: ({ signal }) => readVehicles(plan.project_id, signal),
    select: (vehicles) => vehicles.filter(({ id, enabled }) => enabled && !used.has(id)),
  })
}

async function readVehicles(project_id: string, signal: AbortSignal): Promise<Vehicle[]> {
  const vehicles: Vehicle[] = []
  for (;;) {
    const page = await call(operations.listVehicles, { project_id, limit: 100, offset: vehicles.length }, { signal })
    vehicles.push(...page.docs)
    if (vehicles.length >= page.total || page.docs.length === 0) return vehicles
  }
}

interface VehicleChoicesProps {
  vehicles: readonly Vehicle[]
  chosen: string[]
  onChoose(vehicleIds: string[]): void
}

function VehicleChoices({ vehicles, chosen, onChoose }: VehicleChoicesProps) {
  const { t } = useTranslation('editor')
  return (
    <>
      <Checkbox
        label={t('all_vehicles', { count: vehicles.length })}
        checked={chosen.length === vehicles.length}
        indeterminate={chosen.length > 0 && chosen.length < vehicles.length}
        onChange={({ currentTarget: { checked } }) => onChoose(checked ? vehicles.map(({ id }) => id) : [])}
      />
      <ScrollArea.Autosize mah={320}>
        <Checkbox.Group value={chosen} onChange={onChoose}>
          <Stack gap={10}>
            {vehicles.map(({ id, label, plate }) => (
              <Checkbox key={id} value={id} label={label || plate || id} description={label ? plate : undefined} />
            ))}
          </Stack>
        </Checkbox.Group>
      </ScrollArea.Autosize>
    </>
  )
}
