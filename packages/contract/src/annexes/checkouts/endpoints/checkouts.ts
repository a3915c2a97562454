// Checkouts: a shop opens one with its key; its customer looks for windows and holds one with the token; the shop books it.

import { create, defineEndpoints, get, getFile, post, put, remove } from '../../../endpoints/endpoint.ts'
import { RecipientSlots } from '../../../schemas/slot-choice.ts'
import { plannedErrors, stopErrors } from '../../slots/endpoints/slots.ts'
import {
  Checkout,
  CheckoutBooking,
  CheckoutChoice,
  CheckoutInput,
  CheckoutPlace,
  CheckoutView,
} from '../schemas/checkout.ts'

const stop = { duration: 600, weight: 12 }

const shopEndpoints = defineEndpoints(
  { tag: 'Slots', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    openCheckout: create(
      '/app/v1/project/{project_id}/checkouts',
      'Let a customer of a shop choose his window',
      Checkout,
      {
        description:
          'The answer holds a token for his page. With it he is offered what the rules of the seller offer, and holds one window at a time; it opens nothing else.',
        body: CheckoutInput,
        errors: [...stopErrors, 'highway.slot.error.no_windows'],
        examples: { body: { stop, origins: ['https://shop.example'], customer: 'customer-812' } },
      },
    ),
    getCheckout: get('/app/v1/checkout/{checkout_id}', 'Retrieve a checkout', Checkout),
    bookCheckout: post('/app/v1/checkout/{checkout_id}/book', 'Book what the customer of a checkout holds', Checkout, {
      description:
        'Makes the stop, as booking the slot does. Booked again, it answers what is booked. A hold that ran out is booked if the slot is still free.',
      body: CheckoutBooking,
      bodyOptional: true,
      errors: [
        ...stopErrors,
        ...plannedErrors,
        'highway.slot.error.taken',
        'highway.slot.error.released',
        'highway.checkout.error.nothing_held',
        'highway.vehicle.error.disabled',
        'highway.route.error.vehicle_already_used',
      ],
      examples: { body: { stop: { label: 'Ida Frick', phone: '+423 555 01 01', external_id: 'order-4711' } } },
    }),
    endCheckout: remove('/app/v1/checkout/{checkout_id}', 'End a checkout', Checkout, {
      description: 'What is held is free again, and the token opens nothing any longer. What is booked stays.',
    }),
  },
)

const customerEndpoints = defineEndpoints(
  {
    tag: 'Checkout',
    auth: 'tracking',
    visibility: 'internal',
    ratePerMinute: 60,
    errors: ['highway.checkout.error.over', 'highway.checkout.error.wrong_origin'],
  },
  {
    getCheckoutView: get('/checkout/v1/{token}', 'See what is chosen', CheckoutView),
    setCheckoutPlace: put('/checkout/v1/{token}/place', 'Say where it is wanted', CheckoutView, {
      body: CheckoutPlace,
      errors: stopErrors,
    }),
    getCheckoutSlots: get('/checkout/v1/{token}/slots', 'See which windows may be chosen', RecipientSlots, {
      errors: ['highway.slot.error.no_place', 'highway.slot.error.no_windows'],
    }),
    chooseCheckoutSlot: put('/checkout/v1/{token}/slot', 'Hold a window', CheckoutView, {
      description: 'What was held before is free again. Where the window is taken, all stays as it is.',
      body: CheckoutChoice,
      errors: [
        ...stopErrors,
        'highway.slot.error.taken',
        'highway.slot.error.no_windows',
        'highway.slot.error.key_used',
        'highway.checkout.error.too_many_holds',
      ],
    }),
    releaseCheckoutSlot: remove('/checkout/v1/{token}/slot', 'Let go of the window', CheckoutView),
  },
)

const scriptEndpoints = defineEndpoints(
  { tag: 'Checkout', auth: 'none', visibility: 'internal' },
  {
    getSlotsScript: getFile('/checkout/slots.js', 'The choice of a window, for pages of shops', 'text/javascript', {
      description: 'Defines the element <routewright-slots token="…">.',
    }),
  },
)

export const checkoutEndpoints = { ...shopEndpoints, ...customerEndpoints, ...scriptEndpoints }
