// Automatic order intake: sources, messages, and the address that messages are sent to.
import Type from 'typebox'
import { create, defineEndpoints, get, post, put, remove } from '../../../endpoints/endpoint.ts'
import { getPage, pageParameters } from '../../../schemas/list.ts'
import { OrderFetchingInput, OrderFetchingTrial, OrderFile } from '../schemas/order-file.ts'
import {
  OrderMessage,
  OrderPreview,
  OrderPreviewInput,
  OrderReceived,
  OrderSource,
  OrderSourceCreated,
  OrderSourceInput,
  OrderSourcePreset,
  OrderSourceUpdate,
} from '../schemas/order-source.ts'
import { ShopTellingInput, ShopTrial, ToldState } from '../schemas/shop-telling.ts'

export const orderSourceEndpoints = defineEndpoints(
  { tag: 'Order sources', auth: 'session', visibility: 'internal', isStable: true },
  {
    listOrderSources: get('/app/v1/order_sources', 'List the sources of orders', Type.Array(OrderSource)),
    listOrderSourcePresets: get(
      '/app/v1/order_sources/presets',
      'How messages of well-known shops are read, with a sample of each',
      Type.Array(OrderSourcePreset),
    ),
    createOrderSource: create('/app/v1/order_source', 'Let orders come in from a source', OrderSourceCreated, {
      body: OrderSourceInput,
    }),
    updateOrderSource: put('/app/v1/order_source/{order_source_id}', 'Change a source of orders', OrderSource, {
      body: OrderSourceUpdate,
    }),
    deleteOrderSource: remove('/app/v1/order_source/{order_source_id}', 'Delete a source of orders', OrderSource, {
      description: 'Its stops stay; its log goes.',
    }),
    renewOrderSourceAddress: post(
      '/app/v1/order_source/{order_source_id}/address',
      'Give a source another address',
      OrderSourceCreated,
      { description: 'The one before is answered 404 from now on.' },
    ),
    previewOrder: post('/app/v1/order_source/preview', 'See what would come of a message', OrderPreview, {
      body: OrderPreviewInput,
      readsOnly: true,
    }),
    listOrderMessages: get(
      '/app/v1/order_source/{order_source_id}/messages',
      'List what a source sent, newest first',
      getPage('OrderMessagePage', OrderMessage),
      { description: 'Of the last 14 days.', query: Type.Object(pageParameters) },
    ),
    retryOrderMessage: post(
      '/app/v1/order_source/{order_source_id}/message/{message_id}/retry',
      'Work on a message once more',
      OrderMessage,
      { description: 'After the mapping was mended. A later message of the same order still counts.' },
    ),
    setShopTelling: put(
      '/app/v1/order_source/{order_source_id}/telling',
      'Tell the shop what becomes of its orders',
      OrderSource,
      {
        description: 'Begins with what changes from now on. Its address, user and database are entered anew each time.',
        body: ShopTellingInput,
        errors: ['highway.webhook.error.invalid_url'],
      },
    ),
    endShopTelling: remove(
      '/app/v1/order_source/{order_source_id}/telling',
      'Tell the shop nothing any more',
      OrderSource,
      { description: 'What it was told stays there; its secret is forgotten here.' },
    ),
    testShopTelling: post(
      '/app/v1/order_source/{order_source_id}/telling/test',
      'Ask the shop whether it would listen',
      ShopTrial,
      { description: 'Reads something that changes nothing; other programs get a message marked as a test.' },
    ),
    setOrderFetching: put(
      '/app/v1/order_source/{order_source_id}/fetching',
      'Fetch files of orders by SFTP or from a mailbox',
      OrderSource,
      {
        description:
          'CSV and Excel, an order in each row. Looked for at once, then again and again; each file is taken once. Private addresses are refused as they are for webhooks.',
        body: OrderFetchingInput,
      },
    ),
    endOrderFetching: remove(
      '/app/v1/order_source/{order_source_id}/fetching',
      'Fetch no files any more',
      OrderSource,
      { description: 'Its secrets are forgotten; which files were taken stays known.' },
    ),
    testOrderFetching: post(
      '/app/v1/order_source/{order_source_id}/fetching/test',
      'See what lies there and what would come of it',
      OrderFetchingTrial,
      { description: 'Nothing is taken, moved or kept. The first three new files are looked into.' },
    ),
    fetchOrderFiles: post('/app/v1/order_source/{order_source_id}/fetching/now', 'Look for files now', OrderSource, {
      description: 'Within a minute, by a job.',
    }),
    listOrderFiles: get(
      '/app/v1/order_source/{order_source_id}/files',
      'List the files that were fetched, newest first',
      getPage('OrderFilePage', OrderFile),
      { query: Type.Object(pageParameters) },
    ),
    listToldStates: get(
      '/app/v1/order_source/{order_source_id}/told',
      'List what a shop was told, newest first',
      getPage('ToldStatePage', ToldState),
      { description: 'Of the last 14 days, attempts that failed as well.', query: Type.Object(pageParameters) },
    ),
  },
)

export const intakeEndpoints = defineEndpoints(
  { tag: 'Order intake', auth: 'none', visibility: 'internal', isStable: true, ratePerMinute: 3_000 },
  {
    receiveOrder: post('/app/v1/intake/{source_token}', 'Take an order from a shop', OrderReceived, {
      description:
        'Any JSON, or a table with an order in each row, as CSV (text/csv) or as an Excel workbook (application/vnd.openxmlformats-officedocument.spreadsheetml.sheet); read as the mapping of the source says, which sees the titles of the columns as fields. It is kept first and worked on then. Repeated and late messages change nothing.',
      readsBytes: true,
      errors: ['highway.intake.error.wrong_signature'],
    }),
  },
)
