// Automatic position intake: sources, their devices, the address that trackers send to, and tracks as files.
import Type from 'typebox'
import { create, defineEndpoints, get, post, put, remove } from '../../../endpoints/endpoint.ts'
import { bodyBytes } from '../../../limits.ts'
import {
  PositionDevice,
  PositionDeviceUpdate,
  PositionSource,
  PositionSourceCreated,
  PositionSourceInput,
  PositionSourceUpdate,
  PositionsReceived,
  TrackAccepted,
  TrackFile,
} from '../schemas/position-source.ts'

export const positionSourceEndpoints = defineEndpoints(
  { tag: 'Position sources', auth: 'session', visibility: 'internal', isStable: true },
  {
    listPositionSources: get('/app/v1/position_sources', 'List the sources of positions', Type.Array(PositionSource)),
    createPositionSource: create(
      '/app/v1/position_source',
      'Let positions come in from trackers',
      PositionSourceCreated,
      { body: PositionSourceInput },
    ),
    updatePositionSource: put(
      '/app/v1/position_source/{position_source_id}',
      'Change a source of positions',
      PositionSource,
      { body: PositionSourceUpdate },
    ),
    deletePositionSource: remove(
      '/app/v1/position_source/{position_source_id}',
      'Delete a source of positions',
      PositionSource,
      { description: 'Its devices are forgotten; recorded positions stay with their routes.' },
    ),
    renewPositionSourceAddress: post(
      '/app/v1/position_source/{position_source_id}/address',
      'Give a source of positions another address',
      PositionSourceCreated,
      { description: 'The one before is answered 404 from now on.' },
    ),
    listPositionDevices: get(
      '/app/v1/position_source/{position_source_id}/devices',
      'List the devices that a source sent positions of',
      Type.Array(PositionDevice),
      { description: 'Those without a vehicle first.' },
    ),
    updatePositionDevice: put(
      '/app/v1/position_source/{position_source_id}/device/{device_id}',
      'Say which vehicle a device is in',
      PositionDevice,
      { body: PositionDeviceUpdate },
    ),
    addRouteTrack: post('/app/v1/route/{route_id}/track', 'Add a recorded track to a route', TrackAccepted, {
      description: 'Its points join the recorded positions of the route; sent again they change nothing.',
      body: TrackFile,
      maxBodyBytes: bodyBytes.image,
    }),
  },
)

const receiving = 'Positions of devices, in any of the forms of docs/positions.md; sent again they change nothing.'

export const positionIntakeEndpoints = defineEndpoints(
  { tag: 'Position intake', auth: 'none', visibility: 'internal', isStable: true, ratePerMinute: 12_000 },
  {
    receivePositions: post('/app/v1/positions/{source_token}', 'Take positions of trackers', PositionsReceived, {
      description: receiving,
      readsBytes: true,
    }),
    receivePosition: get('/app/v1/positions/{source_token}', 'Take a position from a query string', PositionsReceived, {
      description: `${receiving} A GET, because that is how many trackers and Traccar's forwarding send.`,
      readsBytes: true,
    }),
  },
)
