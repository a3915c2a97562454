// Failed deliveries: goods that come back, number of attempts, and their return to the sender.

import { DriverRoute } from '../schemas/driver.ts'
import { Attempts, DriverReturn, ReturnsNoted, returningGoods, SenderDecision } from '../schemas/returns.ts'
import { Stop } from '../schemas/stop.ts'
import { defineEndpoints, get, post, put } from './endpoint.ts'

const which =
  'Deliveries that were not made, or not wholly, and those that left their route, as long as no other vehicle has loaded their goods.'

export const returnEndpoints = defineEndpoints(
  { tag: 'Returns', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    listReturns: get('/app/v1/plan/{plan_id}/returns', 'What the vehicles of a plan bring back', returningGoods, {
      description: which,
    }),
    noteReturns: put(
      '/app/v1/plan/{plan_id}/returns',
      'Note that goods are back at the depot, or are not after all',
      returningGoods,
      { body: ReturnsNoted, errors: ['highway.stop.error.nothing_to_return'] },
    ),
    getAttempts: get('/app/v1/stop/{stop_id}/attempts', 'How often the order of a stop was tried', Attempts, {
      description:
        'Stops of the project with the same external_id, type and address book entry are one order. What a dispatcher gave up without a visit does not count.',
    }),
    returnToSender: post(
      '/app/v1/stop/{stop_id}/return_to_sender',
      'Have a failed delivery go back to its sender, or tried again after all',
      Stop,
      {
        description: 'It happens by itself when a delivery fails and its attempts are used up.',
        body: SenderDecision,
        errors: ['highway.stop.error.not_failed', 'highway.stop.error.already_executed'],
      },
    ),
  },
)

export const driverReturnEndpoints = defineEndpoints(
  { tag: 'Returns', auth: 'driver', visibility: 'internal', isStable: true },
  {
    noteDriverReturn: post('/driver/v1/returned', 'Hand over goods at the depot', DriverRoute, {
      description: `${which} A repeated call changes nothing.`,
      body: DriverReturn,
      errors: ['highway.stop.error.nothing_to_return'],
    }),
  },
)
