// Push alerts to closed pages and apps: the planner uses its session, the driver's app its link.

import { defineEndpoints, get, post, put } from '../../../endpoints/endpoint.ts'
import { PushDeviceEnd, PushDeviceInput, PushDeviceState, PushKey } from '../schemas/push.ts'

const key = 'The key that a device subscribes to alerts with'
const on = 'Send alerts to this device'
const off = 'Send no more alerts to this device'
const renewed = {
  description: 'Sent again, it renews the subscription: one that was not renewed for 90 days ends.',
  body: PushDeviceInput,
} as const

export const pushEndpoints = defineEndpoints(
  { tag: 'Driver', auth: 'session', visibility: 'internal' },
  {
    getPushKey: get('/app/v1/push', key, PushKey),
    setPushDevice: put('/app/v1/push', on, PushDeviceState, renewed),
    endPushDevice: post('/app/v1/push/end', off, PushDeviceState, { body: PushDeviceEnd }),
  },
)

export const driverPushEndpoints = defineEndpoints(
  { tag: 'Driver', auth: 'driver', visibility: 'internal' },
  {
    getDriverPushKey: get('/driver/v1/push', key, PushKey),
    setDriverPushDevice: put('/driver/v1/push', on, PushDeviceState, renewed),
    endDriverPushDevice: post('/driver/v1/push/end', off, PushDeviceState, { body: PushDeviceEnd }),
  },
)
