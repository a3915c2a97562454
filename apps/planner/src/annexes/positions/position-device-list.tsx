// The devices of a source of positions: what was heard of each, and which vehicle it is in.
import { Badge, Drawer, Select, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { PositionDevice, PositionResult, PositionSource } from '@routewright/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '../../settings/settings.module.css'
import { Loaded } from '../../shell/loaded.tsx'
import { call } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { Empty, Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'

const colors: Record<PositionResult, string> = {
  stored: 'green',
  repeated: 'green',
  no_vehicle: 'orange',
  no_route: 'gray',
  wrong_time: 'red',
}

interface VehicleOption {
  value: string
  label: string
}

export function PositionDeviceList({ source, onClose }: { source: PositionSource; onClose(): void }) {
  const { t } = useTranslation('settings')
  const queries = useQueryClient()
  const action = useAction()
  const key = ['position-devices', source.id]
  const path = { position_source_id: source.id }
  const query = useAnswer(key, operations.listPositionDevices, path, { refetchInterval: 5_000 })
  const vehicles = useVehicleOptions(source.project_id)
  const assign = (device: PositionDevice, vehicle_id: string | null) =>
    action.run(async () => {
      await call(operations.updatePositionDevice, { ...path, device_id: device.id, body: { vehicle_id } })
      await queries.invalidateQueries({ queryKey: key })
    })
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={620}
      title={t('trackers.devices_of', { label: source.label })}
    >
      <Refusal text={action.failure} />
      <Loaded query={query}>
        {(devices) =>
          devices.length === 0 ? (
            <Empty title={t('trackers.no_devices')} text={t('trackers.no_devices_text')} next={undefined} />
          ) : (
            <Stack gap={6}>
              {devices.map((device) => (
                <Device
                  key={device.id}
                  device={device}
                  vehicles={vehicles}
                  isBusy={action.isBusy}
                  onAssign={(vehicleId) => void assign(device, vehicleId)}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Drawer>
  )
}

interface DeviceProps {
  device: PositionDevice
  vehicles: readonly VehicleOption[]
  isBusy: boolean
  onAssign(vehicleId: string | null): void
}

function Device({ device, vehicles, isBusy, onAssign }: DeviceProps) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const { name, device_id, seen_at, result, vehicle_id } = device
  // A device that was just put into a vehicle has no known state until it sends again.
  const isStillTrue = result !== 'no_vehicle' || vehicle_id === undefined
  return (
    <div className={`${classes.section} ${classes.device}`}>
      <div>
        <Text fw={600}>{name ?? device_id}</Text>
        <Text size="xs" c="dimmed">
          {name && `${device_id} · `}
          {formats.dateTime(seen_at)}
        </Text>
        {isStillTrue && (
          <Badge color={colors[result]} variant="light" mt={6}>
            {t(`trackers.result.${result}`)}
          </Badge>
        )}
      </div>
      <Select
        label={t('trackers.vehicle')}
        placeholder={t('trackers.no_vehicle')}
        data={vehicles}
        value={vehicle_id ?? null}
        onChange={onAssign}
        disabled={isBusy}
        searchable
        clearable
      />
    </div>
  )
}

/** All vehicles of the project, whatever their number. */
function useVehicleOptions(projectId: string): readonly VehicleOption[] {
  const { data } = useQuery({
    queryKey: ['vehicles', projectId, 'names'],
    queryFn: async ({ signal }) => {
      const options: VehicleOption[] = []
      for (;;) {
        const query = { project_id: projectId, limit: 1_000, offset: options.length, sort: 'label:asc' } as const
        const page = await call(operations.listVehicles, query, { signal })
        for (const { id, label, plate } of page.docs) options.push({ value: id, label: label || plate || id })
        if (page.docs.length === 0 || options.length >= page.total) return options
      }
    },
  })
  return data ?? []
}
