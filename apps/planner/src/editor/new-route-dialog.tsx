// Routes for vehicles that have none in this plan yet.
import { Alert, Button, Checkbox, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core'
import type { Vehicle } from '@routewright/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../plan/plan-store.ts'
import { createRoutes } from '../plan/route-edits.ts'
import { useEdit } from '../plan/use-edit.ts'
import { failureText } from '../shell/failure.ts'
import { call } from '../shell/service.ts'
import { RowSkeletons } from '../shell/states.tsx'

export function NewRouteDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('editor')
  const { plan, routes } = usePlanData()
  const run = useEdit()
  const { data, error, isPending } = useQuery({
    queryKey: ['vehicles', plan.project_id, 'all'],
    queryFn: async ({ signal }) => {
      const vehicles: Vehicle[] = []
      for (;;) {
        const page = await call(
          'GET /v2/vehicles',
          { project_id: plan.project_id, limit: 100, offset: vehicles.length },
          { signal },
        )
        vehicles.push(...page.docs)
        if (vehicles.length >= page.total || page.docs.length === 0) return vehicles
      }
    },
  })
  const [chosen, setChosen] = useState<string[]>([])
  const used = new Set(routes.map(({ vehicle_id }) => vehicle_id))
  const free = (data ?? []).filter(({ id, enabled }) => enabled && !used.has(id))
  const submit = () => {
    onClose()
    void run(t('did.routes_created', { count: chosen.length }), (label) => createRoutes(label, chosen))
  }
  return (
    <Modal opened onClose={onClose} title={t('new_route')}>
      <Stack>
        {error && <Alert color="red">{failureText(error, t)}</Alert>}
        {isPending && !error && <RowSkeletons count={5} height={36} />}
        {data && free.length === 0 && <Text c="dimmed">{t('no_free_vehicle')}</Text>}
        {free.length > 0 && (
          <>
            <Checkbox
              label={t('all_vehicles', { count: free.length })}
              checked={chosen.length === free.length}
              indeterminate={chosen.length > 0 && chosen.length < free.length}
              onChange={({ currentTarget: { checked } }) => setChosen(checked ? free.map(({ id }) => id) : [])}
            />
            <ScrollArea.Autosize mah={320}>
              <Checkbox.Group value={chosen} onChange={setChosen}>
                <Stack gap={10}>
                  {free.map(({ id, label, plate }) => (
                    <Checkbox
                      key={id}
                      value={id}
                      label={label || plate || id}
                      description={label ? plate : undefined}
                    />
                  ))}
                </Stack>
              </Checkbox.Group>
            </ScrollArea.Autosize>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell:cancel')}
          </Button>
          <Button disabled={chosen.length === 0} onClick={submit}>
            {t('create_routes', { count: chosen.length })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
